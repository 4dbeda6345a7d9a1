from celery import shared_task

from games.models import Match
from ladder.services.live import matches_changed


@shared_task(name="ladder.match_verified", ignore_result=True)
def match_verified(*match_ids: int) -> None:
    """These matches are believed now: the months of every league that takes them come in line."""
    matches_changed(Match.objects.filter(pk__in=match_ids), cause="match.believed")
