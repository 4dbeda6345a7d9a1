from celery import shared_task

from games.models import Match
from ladder.services.ladders import seasons_open_for


@shared_task(name="ladder.match_verified", ignore_result=True)
def match_verified(*match_ids: int) -> None:
    """These matches are believed now: their months are open in every league that takes them."""
    seasons_open_for(Match.objects.filter(pk__in=match_ids))
