"""The events that other programs can be told of, and what each says. Nothing in them is more than public pages show."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import AuditEntry, Match, Merge, Verification
from games.models.submission import OUTCOME_OF_VERDICT
from games.services.changes import COUNTABLE
from ladder.models import Ladder, Season
from tournaments.models import Act, Round, Tournament

PING = "ping"
"""What a person sends to try an address; it cannot be chosen and is never left out."""
EVENTS: dict[str, str | Promise] = {
    "result.submitted": _("a result waits to be confirmed"),
    "result.confirmed": _("a result is believed: confirmed by people, or verified by a log"),
    "verification.finished": _("a log was judged"),
    "match.disputed": _("somebody objects to a result"),
    "match.decided": _("an official decided, corrected, struck out or restored a result"),
    "round.published": _("a round of a tournament is published"),
    "round.completed": _("a round of a tournament is complete"),
    "tournament.finished": _("a tournament is over"),
    "month.closed": _("a month is closed"),
    "month.revised": _("a closed month has a new revision"),
    "player.merged": _("two players became one"),
}
DECISIONS = {
    "match.decided": "decided",
    "match.corrected": "corrected",
    "match.voided": "void",
    "match.restored": "restored",
}


@dataclass(frozen=True)
class Event:
    """Something that happened. `thing` is what a program is told of it; `game` and `ladder` say whom it concerns."""

    type: str
    thing: dict[str, Any] = field(default_factory=dict)
    game: int | None = None
    ladder: int | None = None

    def concerns(self, ladder: Ladder | None) -> bool:
        """Whether a league's webhooks hear it: its own months, what is about its games, and people; the site's hear all."""
        if ladder is None:
            return True
        if self.ladder is not None:
            return self.ladder == ladder.pk
        return self.game is None or not ladder.game_numbers or self.game in ladder.game_numbers


def address(path: str) -> str:
    return settings.SITE_URL + path


def events_of(entry: AuditEntry, target: Model) -> list[Event]:
    """The events that an entry of the audit trail stands for; mostly none."""
    if isinstance(target, Match):
        return [event_of_match(kind, entry, target) for kind in kinds_of_match(entry)]
    make = OTHERS.get(entry.act)
    event = make(entry, target) if make is not None else None
    return [] if event is None else [event]


def kinds_of_match(entry: AuditEntry) -> list[str]:
    before, after = entry.facts.get("before"), entry.facts.get("after")
    if after is None:  # it is new, and the act names its state
        before, after = "", entry.act.removeprefix("match.")
    found = []
    if after == Match.State.SUBMITTED and not before:
        found.append("result.submitted")
    if after in COUNTABLE and before not in COUNTABLE:
        found.append("result.confirmed")
    if after == Match.State.DISPUTED and before != after:
        found.append("match.disputed")
    if decision_of(entry):
        found.append("match.decided")
    return found


def decision_of(entry: AuditEntry) -> str:
    """What an official decided: `stands` where he ended a dispute by leaving the result as it was."""
    if entry.act == "match.confirmed" and entry.facts.get("before") == Match.State.DISPUTED:
        return "stands"
    return DECISIONS.get(entry.act, "")


def event_of_match(kind: str, entry: AuditEntry, match: Match) -> Event:
    thing: dict[str, Any] = {
        "kind": "match",
        "id": match.slug,
        "url": address(match.get_absolute_url()),
        "state": match.state,
        "game": match.game.key,
    }
    if kind == "match.decided":
        thing["decision"] = decision_of(entry)
    return Event(kind, thing, game=match.game_id)


def event_of_verification(verification: Verification, verdict: str) -> Event:
    submission = verification.submission
    match = submission.match
    thing = {
        "kind": "verification",
        "id": verification.pk,
        "url": address(verification.get_absolute_url()),
        "outcome": OUTCOME_OF_VERDICT.get(verdict, "cannot"),
        "match": None if match is None else match.slug,
        "game": None if submission.game is None else submission.game.key,
    }
    return Event("verification.finished", thing, game=submission.game_id)


def is_public(tournament: Tournament) -> bool:
    """Whether everybody may read it: of a hidden one nothing leaves the site."""
    return tournament.document.get("public") is not False


def events_of_act(act: Act) -> list[Event]:
    """The events of an act in a tournament, by what it changed: rounds that came out or ended, and the end of it all."""
    if act.undone_at is not None or not is_public(act.tournament):
        return []
    rounds = {step["pk"]: step for step in act.steps if step["model"] == "round" and came_to(step, ROUND_EVENTS)}
    found = [
        event_of_round(ROUND_EVENTS[came_to(rounds[round_.pk], ROUND_EVENTS)], act.tournament, round_)
        for round_ in (Round.objects.filter(pk__in=rounds).select_related("stage").order_by("pk") if rounds else ())
    ]
    ends = [step for step in act.steps if step["model"] == "tournament" and came_to(step, ("finished",))]
    return found + [event_of_end(act.tournament) for _step in ends[:1]]


ROUND_EVENTS = {Round.State.PUBLISHED.value: "round.published", Round.State.COMPLETE.value: "round.completed"}


def came_to(step: dict[str, Any], states: Collection[str]) -> str:
    """The state to which an act brought a row, if it is one of these and was another one before; else nothing."""
    after, before = (step["after"] or {}).get("state", ""), (step["before"] or {}).get("state", "")
    back = after == Round.State.PUBLISHED and before in (Round.State.PLAYING, Round.State.COMPLETE)
    return after if after in states and after != before and not back else ""


def event_of_round(kind: str, tournament: Tournament, round_: Round) -> Event:
    thing = {
        "kind": "round",
        "id": f"{tournament.slug}/{round_.stage.number}/{round_.number}",
        "url": address(f"/tournaments/{tournament.slug}/"),
        "tournament": tournament.slug,
        "stage": round_.stage.number,
        "round": round_.number,
    }
    return Event(kind, thing, game=tournament.game_id)


def event_of_end(tournament: Tournament) -> Event:
    thing = {"kind": "tournament", "id": tournament.slug, "url": address(f"/tournaments/{tournament.slug}/")}
    return Event("tournament.finished", thing, game=tournament.game_id)


def _of_month(kind: str) -> Callable[[AuditEntry, Model], Event | None]:
    def make(entry: AuditEntry, target: Model) -> Event | None:
        if not isinstance(target, Season):
            return None
        thing = {
            "kind": "month",
            "id": f"{target.ladder.slug}/{target.key}",
            "url": address(target.get_absolute_url()),
            "league": target.ladder.slug,
            "month": target.key,
            "revision": target.revision,
        }
        return Event(kind, thing, ladder=target.ladder_id)

    return make


def _merged(entry: AuditEntry, target: Model) -> Event | None:
    if not isinstance(target, Merge):
        return None
    player = target.target
    thing = {
        "kind": "player",
        "id": player.slug,
        "url": address(player.get_absolute_url()),
        "formerly": target.source.slug,
    }
    return Event("player.merged", thing)


OTHERS: dict[str, Callable[[AuditEntry, Model], Event | None]] = {
    "season.closed": _of_month("month.closed"),
    "season.revised": _of_month("month.revised"),
    "player.merged": _merged,
}
"""What makes the event of each act that is about a month or a person."""
