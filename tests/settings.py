"""The site's settings, with what only tests may have."""

from ladder.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

# Pages are served from the sources; whitenoise serves collected files only.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
MIDDLEWARE = [name for name in MIDDLEWARE if "whitenoise" not in name]

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, since a database in memory has neither the write-ahead log nor its locks.
    DATABASES["default"]["TEST"] = {"NAME": f"{DATABASES['default']['NAME']}-test"}
CLOCK_SECONDS = 10**10  # tests set the clock of this process, never the database's
