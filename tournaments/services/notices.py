"""What people are told of tournaments. Each is called by the service whose change it tells, in its transaction."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.limits import TEXT_LENGTH
from games.models import User
from games.services.follows import followers
from games.services.notices import notice_send
from games.services.retry import atomic_retried
from tournaments.models import Entrant, Pairing, PairingSeat, Round, Stage, Tournament, TournamentRole
from tournaments.selectors.board import board_of
from tournaments.services.errors import Refused
from tournaments.services.work import Work, tournament_locked

BEFORE = (timedelta(hours=48), timedelta(hours=12))
"""So long before a deadline its tables are reminded, besides at half time."""
FRESH = timedelta(hours=12)
"""A reminder that nobody sent by then is not sent any more; the last one has until the deadline."""
REMEMBERED = timedelta(days=3)
"""What is overdue for longer was told before, or is not told any more."""
TAKING_PART = (Entrant.State.ENTERED, Entrant.State.CHECKED_IN, Entrant.State.ACTIVE)


def tell(kind: str, tournament: Tournament, to: Iterable[int | None], key: str, **more: Any) -> int:
    """One occasion of a tournament, by default with the address of its page; `more` as of `notice_send`."""
    return notice_send(
        kind,
        to,
        key=f"{kind}/{key}",
        about=f"tournament/{tournament.pk}/{key}"[:80],
        tournament=tournament.name,
        **{"link": f"/tournaments/{tournament.slug}/"} | more,
    )


def round_facts(number: int, stage: Stage) -> dict[str, int]:
    """Which round is spoken of; in a later stage with the stage, as each begins with a round 1."""
    return {"round": number, **({"stage": stage.number} if stage.number > 1 else {})}


def users_in(tournament: Tournament, *states: str) -> list[int | None]:
    """The accounts of those who take part, or of the entrants in these states."""
    entrants = tournament.entrants.filter(state__in=states or TAKING_PART, player__user__isnull=False)
    return list(entrants.values_list("player__user", flat=True))


def directors(tournament: Tournament) -> list[int | None]:
    roles = tournament.roles.filter(kind=TournamentRole.Kind.DIRECTOR)
    return list(roles.values_list("user", flat=True))


def round_tell(round_: Round, by: User | None) -> None:
    """A round is published: everybody hears of his own table and seat, the chat of many of the round."""
    tournament = round_.stage.tournament
    seats = list(
        PairingSeat.objects.filter(round=round_)
        .select_related("entrant__player", "substitute", "pairing")
        .order_by("pk")
    )
    tables: dict[int | None, list[str]] = {}
    for seat in seats:
        tables.setdefault(seat.pairing_id, []).append((seat.substitute or seat.entrant.player).known_as)
    own: dict[int, dict[str, Any]] = {}
    for seat in seats:
        user = (seat.substitute or seat.entrant.player).user_id
        if user is not None:
            own[user] = place_of(seat, tables)
    key = f"{round_.pk}/{round_.version}"
    facts = {**round_facts(round_.number, round_.stage), **({"due_at": round_.deadline} if round_.deadline else {})}
    tell("round.published", tournament, own, key, besides=by, own=own, **facts)
    tell("round.published", tournament, followers("tournament", tournament.pk, but=own), key, besides=by, **facts)
    tell("round.published", tournament, [], key, group=True, **facts)


def place_of(seat: PairingSeat, tables: dict[int | None, list[str]]) -> dict[str, Any]:
    """Where somebody sits in a round."""
    if seat.pairing is None:
        return {"out": True}
    return {"table": seat.pairing.number, "seat": (seat.number or 0) + 1, "people": tables[seat.pairing_id]}


def draft_stuck_tell(round_: Round) -> None:
    """The directors: a draft that should be published by itself cannot be; told once for each state of the draft."""
    tournament = round_.stage.tournament
    if tournament.state == Tournament.State.RUNNING:
        facts = round_facts(round_.number, round_.stage)
        tell("draft.stuck", tournament, directors(tournament), f"{round_.pk}/{round_.version}", **facts)


def round_back_tell(round_: Round, by: User | None, reason: str) -> None:
    tournament = round_.stage.tournament
    key = f"{round_.pk}/{round_.version}"
    facts = round_facts(round_.number, round_.stage)
    tell("round.withdrawn", tournament, players_of(round_), key, besides=by, reason=reason, **facts)


def extended_tell(round_: Round, by: User | None) -> None:
    tournament = round_.stage.tournament
    key = f"{round_.pk}/{round_.deadline_local}"
    facts = {**round_facts(round_.number, round_.stage), "due_at": round_.deadline}
    tell("deadline.moved", tournament, players_of(round_), key, besides=by, **facts)


def players_of(round_: Round) -> list[int | None]:
    """The accounts of those who sit in a round."""
    seats = PairingSeat.objects.filter(round=round_).select_related("entrant__player", "substitute")
    return [(seat.substitute or seat.entrant.player).user_id for seat in seats]


def check_in_tell(tournament: Tournament, by: User | None) -> None:
    """Check-in is open."""
    to = users_in(tournament, Entrant.State.ENTERED)
    tell("check_in.open", tournament, to, f"{tournament.pk}/{tournament.version}", besides=by)
    tell("check_in.open", tournament, [], f"{tournament.pk}/{tournament.version}", group=True)


def check_in_remind(tournament: Tournament, by: User | None) -> int:
    """Remind those who have not checked in; told anew at most once an hour. Returns how many."""
    to = users_in(tournament, Entrant.State.ENTERED)
    return tell("check_in.closing", tournament, to, f"{tournament.pk}/{timezone.now():%Y%m%d%H}", besides=by)


def cancelled_tell(tournament: Tournament, by: User | None, reason: str) -> None:
    to = users_in(tournament, *TAKING_PART, Entrant.State.RESERVE)
    tell("tournament.cancelled", tournament, to, f"{tournament.pk}", besides=by, reason=reason)


def finished_tell(tournament: Tournament, by: User | None) -> None:
    """It is over: those who took part and those who follow it."""
    to = [*users_in(tournament, *TAKING_PART, Entrant.State.DROPPED), *followers("tournament", tournament.pk)]
    tell("tournament.finished", tournament, to, f"{tournament.pk}/{tournament.version}", besides=by)


def promoted_tell(entrant: Entrant, by: User | None) -> None:
    """Somebody of the reserve takes part now."""
    key = f"{entrant.pk}/{entrant.version}"
    tell("seat.offered", entrant.tournament, [entrant.player.user_id], key, besides=by)


def substitute_tell(pairing: Pairing, user: int | None, by: User | None, reason: str) -> None:
    """Somebody plays in a seat of another."""
    round_ = pairing.round
    facts = {**round_facts(round_.number, round_.stage), "table": pairing.number, "reason": reason}
    due = {"due_at": round_.deadline} if round_.deadline else {}
    tournament = round_.stage.tournament
    tell("seat.substitute", tournament, [user], f"{pairing.pk}/{pairing.version}", besides=by, **facts, **due)


def role_tell(tournament: Tournament, user: int, role: str, what: str, by: User | None) -> None:
    """`granted` or `taken`."""
    notice_send(
        f"role.{what}",
        [user],
        key=f"role.{what}/tournament/{tournament.pk}/{tournament.version}",
        link=f"/tournaments/{tournament.slug}/",
        besides=by,
        role=role,
        where=tournament.name,
    )


@atomic_retried
def message_send(tournament: Tournament, words: str, *, by: User, round_: Round | None = None) -> int:
    """The director writes to all who take part, or to those of a round. Returns to how many. Raises `Refused`."""
    words = words.strip()
    if not words:
        raise Refused("reason_missing")
    if len(words) > TEXT_LENGTH:
        raise Refused("reason_too_long", most=TEXT_LENGTH)
    tournament = tournament_locked(tournament.pk)
    to = players_of(round_) if round_ is not None else users_in(tournament)
    act = Work(tournament, by).done("message.sent", tournament, stacked=False)
    return tell("tournament.message", tournament, to, f"{tournament.pk}/{act.number}", besides=by, words=words)


def deadlines_tell() -> int:
    """Remind those who still owe a result, at half time, 48 and 12 hours before the deadline; and tell who is overdue.

    Safe to run twice.
    """
    now = timezone.now()
    rounds = Round.objects.filter(
        state__in=[Round.State.PUBLISHED, Round.State.PLAYING],
        stage__tournament__state=Tournament.State.RUNNING,
        deadline__gt=now - REMEMBERED,
    )
    return sum(_round_remind(round_, now) for round_ in rounds.select_related("stage__tournament"))


def reminders(round_: Round) -> list[datetime]:
    """When the tables of a round are reminded: at half time, 48 and 12 hours before its deadline, as far as it lasts.

    The rounds of a bracket are published together, and one that was extended begins anew: there half of the days that
    the terms give counts.
    """
    due, began = round_.deadline, round_.published_at
    if due is None or began is None:
        return []
    terms = round_.stage.tournament.terms
    if round_.extended:
        began = due - timedelta(days=terms.extension_days)
    elif round_.side:
        began = max(began, due - timedelta(days=terms.round_days))
    return sorted({at for at in (began + (due - began) / 2, *(due - one for one in BEFORE)) if began < at < due})


def _round_remind(round_: Round, now: datetime) -> int:
    assert round_.deadline is not None
    if round_.deadline < now:
        return _tables_tell(round_, "deadline.over", round_.deadline_local, directors(round_.stage.tournament))
    reached = [at for at in reminders(round_) if at <= now < at + FRESH]
    if not reached:
        return 0
    told = _tables_tell(round_, "deadline.near", f"{reached[-1]:%Y%m%d%H%M}")
    return told + (_round_tell(round_) if told and now >= round_.deadline - BEFORE[-1] else 0)


def _round_tell(round_: Round) -> int:
    """Its directors hear with the last reminder how many tables still owe a result."""
    tournament, owed = round_.stage.tournament, board_of(round_.stage_id).laid(round_)
    facts = {
        **round_facts(round_.number, round_.stage),
        "tables": sum(table.is_owed for table in owed.tables),
        "due_at": round_.deadline,
    }
    key = f"{round_.pk}/{round_.deadline_local}"
    return tell("deadline.round", tournament, directors(tournament), key, **facts)


def _tables_tell(round_: Round, kind: str, key: str, besides: Sequence[int | None] = ()) -> int:
    tournament, count = round_.stage.tournament, 0
    board = board_of(round_.stage_id)
    for table in board.laid(round_).tables:
        if not table.is_owed:
            continue
        to = [(table.substitutes.get(one) or board.player(one)).user_id for one in table.people]
        facts = {**round_facts(round_.number, round_.stage), "table": table.pairing.number, "due_at": round_.deadline}
        count += tell(kind, tournament, [*to, *besides], f"{table.pairing.pk}/{key}", **facts)
    return count
