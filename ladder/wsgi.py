import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")
os.environ.setdefault("STATEMENT_TIMEOUT", "5s")

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
