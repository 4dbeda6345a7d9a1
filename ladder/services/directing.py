"""Whoever acts in a tournament must be allowed to, by whichever way he came: asked of each act, as its last step.

What is refused here is undone with the transaction of the act. What the clock does needs nobody's permission.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.dispatch import receiver

from games.models import User
from games.services.errors import NotAllowed
from games.services.players import player_now
from ladder.permissions import Event, Person, may, tournament_of
from tournaments.models import Act, Entrant, Pairing, PairingSeat
from tournaments.selectors.needs import was_asked
from tournaments.services.work import act_done, settling

ALLOWED: dict[str, str] = {
    "announced": "change_tournament",
    "entries": "change_tournament",
    "check_in": "change_tournament",
    "running": "change_tournament",
    "finished": "change_tournament",
    "cancelled": "change_tournament",
    "changed": "change_tournament",
    "imported": "change_tournament",
    "message.sent": "message_round",
    "entrant.entered": "enter",
    "entrant.seeded": "seed",
    "entrant.club": "seed",
    "entrant.withdrawn": "withdraw",
    "entrant.checked_in": "check_in",
    "entrant.promoted": "check_in",
    "entrant.late": "enter_late",
    "entrant.joined": "enter_late",
    "entrant.dropped": "withdraw",
    "entrant.back": "enter_late",
    "entrant.away": "withdraw",
    "entrant.returned": "withdraw",
    "entrant.replaced": "substitute",
    "apart.added": "run_rounds",
    "apart.removed": "run_rounds",
    "stage.seeded": "run_rounds",
    "stage.added": "run_rounds",
    "stage.complete": "run_rounds",
    "challenge.made": "run_rounds",
    "challenge.accepted": "run_rounds",
    "challenge.refused": "run_rounds",
    "challenge.table": "run_rounds",
    "draft.paired": "run_rounds",
    "draft.swapped": "run_rounds",
    "draft.moved": "run_rounds",
    "draft.arranged": "run_rounds",
    "draft.locked": "run_rounds",
    "draft.unlocked": "run_rounds",
    "draft.scheduled": "run_rounds",
    "draft.deleted": "run_rounds",
    "round.published": "run_rounds",
    "round.complete": "run_rounds",
    "round.extended": "run_rounds",
    "round.withdrawn": "undo_act",
    "round.reopened": "undo_act",
    "round.deleted": "undo_act",
    "result.entered": "enter_result",
    "result.reported": "enter_result",
    "result.attached": "enter_result",
    "result.corrected": "correct_result",
    "result.detached": "correct_result",
    "result.none": "leave_undecided",
    "table.asked": "direct",
    "seat.substituted": "substitute",
    "seat.offered": "substitute",
    "seat.accepted": "answer_offer",
    "seat.declined": "answer_offer",
}
"""The permission that each kind of act needs. Roles: see `_needed`. Undoing any needs `undo_act`."""
ADJUDGED = ("result.entered", "result.none")
"""What an arbiter does to a table that he was asked about."""
SETTLED: dict[str, str] = {
    "date": "agree_date",
    "no_show": "report_no_show",
    "no_show.official": "substitute",
    "round_check_in": "check_in",
}
"""The permission of what people settle among themselves, which are no acts."""


@receiver(settling, dispatch_uid="ladder.settling_allowed")
def settling_allowed(kind: str, by: User, things: Sequence[PairingSeat | Event], **_sent: Any) -> None:
    """Refuse whoever may not. A seat is settled by who plays in it; desks do it for all. Raises `NotAllowed` with `role`."""
    if kind == "round_check_in" and things and may(by, "enter_others", tournament_of(things[0])):
        return
    if not all(_may_settle(by, SETTLED[kind], thing) for thing in things):
        raise NotAllowed("role", act=kind)


def _may_settle(by: User, act: str, thing: PairingSeat | Event) -> bool:
    if not isinstance(thing, PairingSeat):
        return may(by, act, thing)
    player = player_now(thing.substitute or thing.entrant.player)
    return player.user_id == by.pk and may(by, act, thing.pairing)


@receiver(act_done, dispatch_uid="ladder.acts_allowed")
def acts_allowed(acts: Sequence[Act], **_sent: Any) -> None:
    """Refuse acts, or their undoing, of whoever may not do them. Raises `NotAllowed` with `role`."""
    tables = Pairing.objects.select_related("round__stage__tournament").in_bulk(
        [act.target_id for act in acts if _is_of_a_table(act)]
    )
    for act in acts:
        by = act.actor if act.undone_at is None else act.undone_by
        if by is not None and not _may(by, act, tables):
            raise NotAllowed("role", act=act.kind)


def _is_of_a_table(act: Act) -> bool:
    """Whether it matters for who may do it that he plays at a table."""
    return act.target_kind == "pairing" and act.kind.startswith("result.")


def _may(by: User, act: Act, tables: Mapping[int, Pairing]) -> bool:
    if act.undone_at is not None:
        return may(by, "undo_act", act.tournament)
    if act.kind == "role.taken" and act.facts["user"] == by.pk:
        return True  # laid down: by now he has it no more
    thing = tables[act.target_id] if _is_of_a_table(act) else _thing(act)
    if may(by, _needed(act), thing):
        return True
    return act.kind in ADJUDGED and isinstance(thing, Pairing) and adjudicates(by, thing)


def adjudicates(by: Person, table: Pairing) -> bool:
    """Whether this table was put before somebody who may decide it as an arbiter."""
    return may(by, "adjudicate", table) and was_asked(table)


def _needed(act: Act) -> str:
    if act.kind in ("role.granted", "role.taken"):
        return f"grant_{act.facts['role']}"
    return ALLOWED[act.kind]


def _thing(act: Act) -> Event:
    """What the act is about, as far as it matters who may: his own entry."""
    if act.kind in ("seat.accepted", "seat.declined"):
        return _entrant(act.facts["reserve"])
    if act.target_kind == "entrant":
        return _entrant(act.target_id)
    return act.tournament


def _entrant(pk: int) -> Entrant:
    return Entrant.objects.select_related("player", "tournament").get(pk=pk)
