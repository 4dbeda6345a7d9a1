"""Settings of the site. Values come from the environment (docs/keeper.md lists them); the rest is fixed.

Unsafe values are refused when web and worker start, see `ladder.checks`.
"""

import os
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from kombu import Exchange, Queue

from games import limits
from ladder import logs
from ladder.environment import chats, flag, given, networks, number, ports

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = "1.0.0"
"""Of this release, as the page of the site's state and the API tell it."""
DATA_DIR = Path(given("DATA_DIR", str(BASE_DIR / ".data"))).resolve()
"""The storage root: raw logs, collected static files, and what an embedded start keeps there."""
os.environ.setdefault("NUMBA_CACHE_DIR", str(DATA_DIR / "numba"))  # the kernels of ratings, compiled once
STORAGE_URL = given("STORAGE_URL")
if STORAGE_URL and urlsplit(STORAGE_URL).scheme not in {"file", "s3", "s3+http"}:
    raise ImproperlyConfigured("STORAGE_URL: write it like file:///mnt/shared or s3://key:secret@host/bucket")


def kept_key(folder: Path) -> str:
    """The key that `bin/run` made for the site in this folder, so that commands beside it use no other."""
    try:
        return (folder / "secret-key").read_text().strip()
    except OSError:
        return ""


def own_valkey(folder: Path) -> str:
    """The server that `bin/run` runs for the site in this folder, while it runs."""
    path = folder / "valkey" / "valkey.sock"
    return f"unix://{path}" if path.is_socket() else ""


# Where the site is

SITE_NAME = given("SITE_NAME", "Classifica")
SOURCE_URL = given("SOURCE_URL")
SITE_URL = given("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
HTTPS = SITE_URL.startswith("https://")
LOOPBACK_HOSTS = "127.0.0.1,localhost,[::1]"
ALLOWED_HOSTS = given("ALLOWED_HOSTS", (urlsplit(SITE_URL).hostname or "") if HTTPS else LOOPBACK_HOSTS).split(",")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
BEHIND_PROXY = flag("BEHIND_PROXY")

DEBUG = flag("DEBUG")
INSECURE_SECRET_KEY = "insecure: only for commands that serve nobody"  # noqa: S105
SECRET_KEY = given("SECRET_KEY", kept_key(DATA_DIR) or INSECURE_SECRET_KEY)

# Applications

INSTALLED_APPS = [
    "ladder",
    "tournaments",
    "games",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "rest_framework",
]
MIDDLEWARE = [
    "csp.middleware.CSPMiddleware",  # on every answer: refusals and static files, too
    "ladder.incoming.Incoming",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ladder.middleware.Private",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "ladder.middleware.Language",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "ladder.sessions.Bounded",
    "ladder.middleware.Origin",
    "ladder.middleware.Gate",  # before the check for CSRF, which reads the body
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ladder.middleware.Unchanged",
]
ROOT_URLCONF = "ladder.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "ladder.context.community",
            ],
        },
    },
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Database


WEB_THREADS = number("WEB_THREADS", 8)
WEB = flag("CLASSIFICA_WEB")
"""Set by ladder.wsgi and ladder.asgi alone."""


SILENCE: dict[str, object] = {
    "connect_timeout": limits.STATEMENT_SECONDS,
    "keepalives_idle": limits.SILENCE_SECONDS // 2,
    "keepalives_interval": 1,
    "tcp_user_timeout": limits.SILENCE_SECONDS * 1000,
}
"""Else whoever asks a machine that has vanished waits for a quarter of an hour, and so does every thread of the web."""


def database(url: str, *, web: bool = False) -> dict[str, object]:
    """Django's settings for `postgres://user:password@host:port/name?host=/socket/folder&sslmode=…` or `sqlite:///path`."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "ladder.sqlite3",
            "NAME": unquote(parts.path[1:]),
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode = WAL",
            },
        }
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ValueError(f"DATABASE_URL: postgres:// or sqlite://, not {parts.scheme}://")
    options: dict[str, object] = SILENCE | dict(parse_qsl(parts.query))
    host, port = options.pop("host", parts.hostname), options.pop("port", parts.port)
    if web:  # commands and workers may take longer, and Celery would close a pool after each task
        options["options"] = f"-c statement_timeout={limits.STATEMENT_SECONDS}s"
        options["pool"] = {"min_size": 0, "max_size": WEB_THREADS, "timeout": limits.STATEMENT_SECONDS}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host or "",
        "PORT": str(port or ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


DATABASE_URL = given("DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR))}/classifica.sqlite3")
DATABASES = {"default": database(DATABASE_URL, web=WEB)}

# Redis or Valkey: the bell of the queue, and the counters of rate limits. The database is the truth.

REDIS_URL = given("REDIS_URL", own_valkey(DATA_DIR) or "redis://127.0.0.1:6379/0")
CACHES = {
    "default": {
        "BACKEND": "ladder.cache.SharedCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "sealed",
        "OPTIONS": {
            "serializer": "ladder.cache.Sealed",
            "socket_connect_timeout": limits.BELL_SECONDS,
            "socket_timeout": limits.BELL_SECONDS,
        },
    }
}

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": limits.BELL_SECONDS,
    "socket_timeout": limits.BELL_SECONDS,
    "max_retries": 0,  # else the attempt after a failed one waits for seconds
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False  # a row's lease gives work back; a worker with bells in hand dies of a lost connection
CELERY_TASK_SOFT_TIME_LIMIT = limits.TASK_SOFT_SECONDS
CELERY_TASK_TIME_LIMIT = limits.TASK_HARD_SECONDS
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_QUEUES = [Queue(name, Exchange(name), name) for name in ("verify", "default")]
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_IMPORTS = ["games.worker"]
CELERY_TASK_ROUTES = {"games.verify_*": {"queue": "verify"}}
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "games.sweep",
        "schedule": float(limits.SWEEP_SECONDS),
        "options": {"expires": limits.SWEEP_SECONDS},
    },
    "silence": {"task": "ladder.confirm_silent", "schedule": 600.0, "options": {"expires": 600}},
    "keys": {"task": "games.keys_forget", "schedule": 3600.0, "options": {"expires": 3600}},
    "strays": {"task": "ladder.strays_remove", "schedule": 3600.0, "options": {"expires": 3600}},
    "publish-hourly": {"task": "ladder.publish_hourly", "schedule": 3600.0, "options": {"expires": 3000}},
    "rounds": {"task": "ladder.rounds_publish", "schedule": 60.0, "options": {"expires": 60}},
    "tournaments": {"task": "ladder.tournaments_run", "schedule": 60.0, "options": {"expires": 60}},
    "wishes": {"task": "ladder.wishes_forget", "schedule": 3600.0, "options": {"expires": 3600}},
    "tables": {"task": "ladder.tables_follow", "schedule": 60.0, "options": {"expires": 60}},
    "notices": {"task": "ladder.notices_sweep", "schedule": 600.0, "options": {"expires": 600}},
    "people": {"task": "ladder.people_sweep", "schedule": 600.0, "options": {"expires": 600}},
    "backup": {"task": "ladder.backup_nightly", "schedule": crontab(17, "2-5"), "options": {"expires": 3000}},
}

# Accounts

AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_ADAPTER = "ladder.login_adapter.LoginAdapter"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = urlsplit(SITE_URL).scheme
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/15m/key",
    "login_failed_network": "30/h/key",
    "reset_password": "3/h/ip,3/h/key",
    "request_login_code": "3/h/ip,3/h/key",
    "confirm_email": "3/h/key",
    "signup": "20/h/ip",  # a club signs up together
}
# Links in letters: good for ten minutes, once, in the browser that asked, and by a press of the button.
ACCOUNT_LOGIN_BY_CODE_ENABLED = ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True  # else who signs up with another's address gets it confirmed by him
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 600
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 600
ACCOUNT_FORMS = {
    "confirm_email_verification_code": "ladder.login_adapter.AddressLinkForm",
    "confirm_login_code": "ladder.login_adapter.LoginLinkForm",
    "confirm_password_reset_code": "ladder.login_adapter.ResetLinkForm",
}
ACCOUNT_EMAIL_NOTIFICATIONS = True  # another password or address: told to the address that was there before
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0

# E-mail: without a server, letters are files in the storage root.

DEFAULT_FROM_EMAIL = given("MAIL_FROM", "classifica@localhost")
EMAIL_FILE_PATH = DATA_DIR / "mail"
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
if _mail_url := given("MAIL_URL"):
    _mail = urlsplit(_mail_url)  # smtp://user:password@host:587 or smtps://…:465
    if _mail.scheme not in {"smtp", "smtps"}:
        raise ImproperlyConfigured("MAIL_URL: write it like smtp://user:password@host:587, or smtps://…")
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST = _mail.hostname or "localhost"
    EMAIL_HOST_USER = unquote(_mail.username or "")
    EMAIL_HOST_PASSWORD = unquote(_mail.password or "")
    EMAIL_USE_SSL = _mail.scheme == "smtps"
    EMAIL_USE_TLS = not EMAIL_USE_SSL and bool(EMAIL_HOST_USER)
    EMAIL_PORT = _mail.port or (465 if EMAIL_USE_SSL else 587 if EMAIL_USE_TLS else 25)
    EMAIL_TIMEOUT = 10

# Notices in chats: a bot of Telegram's that writes to whoever wishes it, and chats of many, as docs/keeper.md says.

TELEGRAM_BOT_TOKEN = given("TELEGRAM_BOT_TOKEN")
TELEGRAM_BOT_NAME = given("TELEGRAM_BOT_NAME")
NOTICE_GROUPS = {"public": chats("NOTICES_PUBLIC"), "managers": chats("NOTICES_MANAGERS")}

# Backups: with a folder, beat has one made each night, and tries whether it comes back.

BACKUP_DIR = given("BACKUP_DIR")
BACKUP_KEEP = number("BACKUP_KEEP", 14)
BACKUP_STAMP = given("BACKUP_STAMP", f"{BACKUP_DIR}/last-backup" if BACKUP_DIR else "")

# Logs and figures

METRICS_TOKEN = given("METRICS_TOKEN")
LOG_LEVEL = given("LOG_LEVEL", "INFO").upper()
if LOG_LEVEL not in {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}:
    raise ImproperlyConfigured("LOG_LEVEL: DEBUG, INFO, WARNING, ERROR or CRITICAL")
LOGGING = logs.configure(LOG_LEVEL)

# Calling others: what is not public on the network is refused unless it is listed here. Secrets lie encrypted.

OUTGOING_ALLOW = networks("OUTGOING_ALLOW")
OUTGOING_PORTS = ports("OUTGOING_PORTS")
SECRETS_KEYS = [key for key in given("SECRETS_KEYS", SECRET_KEY).split(",") if key]
if not SECRETS_KEYS:
    raise ImproperlyConfigured("SECRETS_KEYS: there is no key in it; leave it out, or write one")
PUBLISH_FOLDERS = [Path(folder) for folder in given("PUBLISH_FOLDERS").split(",") if folder]

# Languages and time

LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italian")), ("pt-br", _("Portuguese")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "ladder" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"
CLOCK_SECONDS = 60
"""A machine whose clock is further from the database's lets nothing happen that goes by the clock (`ladder.clocks`)."""

# Static files

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Security. A plain-http address is for loopback only (E006): there no cookie can be Secure.

_PREFIX = "__Host-" if HTTPS else ""
SESSION_ENGINE = "ladder.models.sessions"
SESSION_COOKIE_NAME = f"{_PREFIX}session"
CSRF_COOKIE_NAME = f"{_PREFIX}csrf"
CSRF_FAILURE_VIEW = "ladder.errors.forbidden"
LANGUAGE_COOKIE_NAME = f"{_PREFIX}language"
THEME_COOKIE_NAME = f"{_PREFIX}theme"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 3600
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# W005, W021: other names under the keeper's domain are not ours to decide on.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if not HTTPS:  # loopback alone, or E006: there is nothing to encrypt
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W012", "security.W016"]
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    name: []
    for name in (
        "accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope "
        "magnetometer microphone midi payment usb"
    ).split()
}

DATA_UPLOAD_MAX_MEMORY_SIZE = limits.UPLOAD_BODY  # pasted logs; elsewhere ladder.middleware.Gate allows less
DATA_UPLOAD_MAX_NUMBER_FIELDS = limits.LIST_FIELDS  # elsewhere ladder.middleware.Gate allows less
DATA_UPLOAD_MAX_NUMBER_FILES = limits.BODY_PARTS

# The API; its resources say the rest themselves (ladder.api.base).

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "ladder.api.schema.ApiSchema",
    "EXCEPTION_HANDLER": "ladder.api.problems.handler",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Classifica",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVERS": [{"url": SITE_URL}],
    "POSTPROCESSING_HOOKS": [],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "COMPONENT_SPLIT_REQUEST": True,
}
