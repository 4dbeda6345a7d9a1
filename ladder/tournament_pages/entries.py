"""What somebody may do as a player, in the state the tournament is in."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Player
from games.selectors.todo import claimed_by
from ladder.tournament_pages.finding import Shown
from ladder.tournament_pages.terms import entry_told
from tournaments.models import Entrant, SeatOffer, Stage, Tournament
from tournaments.selectors.lists import IN
from tournaments.selectors.seasons import check_in_round

State = Tournament.State
GOING = (Stage.State.SEEDED, Stage.State.RUNNING)
OPEN = (State.ENTRIES, State.CHECK_IN)
LEAVING = (*IN, Entrant.State.RESERVE)


@dataclass(frozen=True)
class EntryBox:
    """The box of entries: how it stands, what the reader is, and which acts make sense. The services decide."""

    lines: Sequence[str] = ()
    standing: str = ""
    acts: frozenset[str] = frozenset()
    needs_player: bool = False
    claimed: Player | None = None
    """Who the reader says he is, as long as nobody has confirmed it."""
    needs_login: bool = False
    next_round: int | None = None
    """The round for which the reader may check in now, or says that he cannot after all, being `here`."""
    here: bool = False
    offers: Sequence[SeatOffer] = ()
    """Seats that wait for the reader's answer."""


def entry_box(request: HttpRequest, seen: Shown) -> EntryBox | None:
    """None where there is nothing to say: nobody enters, and the reader is not in."""
    tournament, me = seen.tournament, seen.me
    if tournament.state in OPEN:
        people = tournament.entrants.filter(state__in=IN).count()
        player = request.user.is_authenticated and (me is not None or hasattr(request.user, "player"))
        claimed = claimed_by(request.user) if request.user.is_authenticated and not player else None
        return EntryBox(
            entry_told(tournament, people),
            standing_of(me),
            acts_of(tournament, me) if player else frozenset(),
            needs_player=request.user.is_authenticated and not player and claimed is None,
            claimed=claimed,
            needs_login=not request.user.is_authenticated,
        )
    if tournament.state == State.ANNOUNCED:
        return EntryBox([_("Entries are not open yet.")])
    if tournament.state == State.RUNNING and me is not None:
        number, here = next_round(seen, me)
        return EntryBox(
            (), standing_of(me), acts_of(tournament, me), next_round=number, here=here, offers=offers_to(me)
        )
    return None


def next_round(seen: Shown, me: Entrant) -> tuple[int | None, bool]:
    """The round for which somebody may check in now, and whether he has."""
    if me.state != Entrant.State.ACTIVE or not may_ask(seen):
        return None, False
    board = next((board for board in seen.boards if board.stage.state in GOING), None)
    if board is None or me.pk not in board.seed:
        return None, False
    number = check_in_round(board, timezone.now())
    return number, number is not None and me.pk in board.checked_in(number)


def may_ask(seen: Shown) -> bool:
    """Whether the tournament ever asks for a check-in before a round: without one its rounds need not be read."""
    terms = seen.tournament.terms
    return terms.check_in_rounds or (
        terms.check_in and any(stage.terms.format == "divisions" for stage in seen.stages if stage.number > 1)
    )


def offers_to(me: Entrant) -> list[SeatOffer]:
    """Seats that were offered to somebody in reserve and wait for an answer."""
    if me.state != Entrant.State.RESERVE:
        return []
    offers = me.offers.filter(answer=SeatOffer.Answer.OPEN, until__gt=timezone.now())
    return list(offers.select_related("pairing__round", "entrant__player"))


def acts_of(tournament: Tournament, me: Entrant | None) -> frozenset[str]:
    """The acts that make sense."""
    if me is None:
        return frozenset({"enter"})
    acts = set()
    if tournament.state in OPEN and me.state in LEAVING:
        acts.add("withdraw")
    if tournament.state == State.CHECK_IN and me.state == Entrant.State.ENTERED:
        acts.add("check_in")
    if tournament.state == State.RUNNING and me.state == Entrant.State.ACTIVE:
        acts.add("drop")
    return frozenset(acts)


def standing_of(me: Entrant | None) -> str:
    """What the reader is in this tournament."""
    if me is None:
        return ""
    words = {
        Entrant.State.ENTERED: _("You have entered."),
        Entrant.State.RESERVE: _("You are in reserve: you move up as soon as it is your turn."),
        Entrant.State.CHECKED_IN: _("You have checked in."),
        Entrant.State.ACTIVE: _("You are playing."),
        Entrant.State.DROPPED: _("You have dropped out. A director can let you come back."),
    }
    return words.get(Entrant.State(me.state), "")
