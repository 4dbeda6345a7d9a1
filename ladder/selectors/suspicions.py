"""Possible duplicates for pages: found anew only after something happened, for at 100,000 names it takes seconds."""

from django.core.cache import cache
from django.db.models import Max

from games.models import AuditEntry, Name
from games.selectors.duplicates import Suspicion, duplicates

KEPT_SECONDS = 3600


def suspicions() -> list[Suspicion]:
    """As `duplicates`; every act that could change it has an entry in the history or brings a name."""
    acts = AuditEntry.objects.aggregate(last=Max("pk"))["last"]
    names = Name.objects.aggregate(last=Max("pk"))["last"]
    return cache.get_or_set(f"duplicates:{acts}:{names}", duplicates, KEPT_SECONDS)
