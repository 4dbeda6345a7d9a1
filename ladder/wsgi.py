import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")
os.environ.setdefault("STATEMENT_TIMEOUT", "5s")

from django.core.wsgi import get_wsgi_application

from ladder.checks import refuse_unsafe_start

application = get_wsgi_application()
refuse_unsafe_start()
