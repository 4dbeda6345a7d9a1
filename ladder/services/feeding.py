"""Leagues follow what happens in tournaments, as the last write of the act that did it."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from games.models import Match, User
from ladder.services.live import matches_changed
from tournaments.models import Act
from tournaments.selectors.feeding import matches_touched
from tournaments.services.work import act_done

CAUSES = {"corrected": "match.corrected", "voided": "match.voided"}


@receiver(act_done, dispatch_uid="ladder.leagues_follow")
def leagues_follow(acts: Sequence[Act], **_sent: Any) -> None:
    """Bring months in line with acts, or their undoing: matches they changed, put to a table or took off one."""
    touched: dict[tuple[str, User | None, str], set[int]] = {}
    for act in acts:
        touched.setdefault(told(act), set()).update(matches_touched(act))
    for (cause, by, reason), pks in touched.items():
        if pks:
            matches_changed(Match.objects.filter(pk__in=pks).order_by("pk"), cause=cause, by=by, reason=reason)


def told(act: Act) -> tuple[str, User | None, str]:
    """The cause of what an act changes in leagues, whose it is, and why."""
    undone = act.undone_at is not None
    if act.matches:
        cause = CAUSES.get("voided" if undone else act.matches[-1]["did"], "match.confirmed")
    else:
        cause = "tournament.undone" if undone else f"tournament.{act.kind}"
    return cause, act.undone_by if undone else act.actor, act.reason
