"""The site's settings for workers under test: short times, and logs that kill who judges them."""

from ladder.settings import *  # noqa: F403

CELERY_IMPORTS = [*CELERY_IMPORTS, "tests.faults.poison"]  # noqa: F405
