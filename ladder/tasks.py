from celery import shared_task

from games.models import Match
from ladder.services.ladders import seasons_open_for


@shared_task(name="ladder.match_verified", ignore_result=True)
def match_verified(match_id: int) -> None:
    """A match is believed now: its month is open in every league that takes it. Rankings come from the facts."""
    match = Match.objects.filter(pk=match_id).first()
    if match is not None:
        seasons_open_for(match)
