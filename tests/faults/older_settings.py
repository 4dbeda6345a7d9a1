"""The site's settings for a worker of the release before."""

from ladder.settings import *  # noqa: F403

CELERY_IMPORTS = [*CELERY_IMPORTS, "tests.faults.older"]  # noqa: F405
