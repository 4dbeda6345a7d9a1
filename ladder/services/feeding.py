"""Leagues follow what happens in tournaments, as the last write of the act that did it."""

from typing import Any

from django.dispatch import receiver

from games.models import Match
from ladder.services.live import matches_changed
from tournaments.models import Act
from tournaments.selectors.feeding import matches_touched
from tournaments.services.work import act_done

CAUSES = {"corrected": "match.corrected", "voided": "match.voided"}


@receiver(act_done, dispatch_uid="ladder.leagues_follow")
def leagues_follow(act: Act, **_sent: Any) -> None:
    """Bring months in line with an act, or with its undoing: matches it changed, put to a table or took off one."""
    touched = matches_touched(act)
    if not touched:
        return
    undone = act.undone_at is not None
    if act.matches:
        cause = CAUSES.get("voided" if undone else act.matches[-1]["did"], "match.confirmed")
    else:
        cause = "tournament.undone" if undone else f"tournament.{act.kind}"
    matches = Match.objects.filter(pk__in=touched).order_by("pk")
    matches_changed(matches, cause=cause, by=act.undone_by if undone else act.actor, reason=act.reason)
