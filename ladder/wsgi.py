import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")
os.environ["CLASSIFICA_WEB"] = "1"

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from ladder.checks import refuse_unsafe_start
from ladder.patience import in_turn

application = in_turn(get_wsgi_application(), settings.WEB_THREADS)
refuse_unsafe_start()
