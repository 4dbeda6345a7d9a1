from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError

from ladder.models import Community

CACHE_KEY = "community:name"
CACHE_SECONDS = 60


def community_name() -> str:
    """The community's name as `setup_community` wrote it, else SITE_NAME; also while the database is away."""
    name = cache.get(CACHE_KEY)
    if name is None:
        try:
            name = Community.objects.values_list("name", flat=True).first() or settings.SITE_NAME
        except DatabaseError:
            return settings.SITE_NAME
        cache.set(CACHE_KEY, name, CACHE_SECONDS)
    return name


def community_language() -> str:
    """The language in which the community speaks to many at once."""
    return (Community.objects.first() or Community()).language
