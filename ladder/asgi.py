import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")
os.environ.setdefault("STATEMENT_TIMEOUT", "5s")

from django.core.asgi import get_asgi_application

application = get_asgi_application()
