import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")
os.environ["CLASSIFICA_WEB"] = "1"

from django.core.asgi import get_asgi_application

from ladder.checks import refuse_unsafe_start

application = get_asgi_application()
refuse_unsafe_start()
