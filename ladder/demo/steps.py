"""The demo after October was played: two players become one, October is closed, and corrected. Safe to run twice."""

from collections.abc import Callable, Collection

from django.db import transaction

from games.models import Match, Player, User
from games.services.notices import muted
from games.services.statements import TypedSeat
from ladder.demo.months import OCTOBER, planned
from ladder.demo.story import account, table_of
from ladder.models import Ladder, Season
from ladder.services.ladders import season_open
from ladder.services.matches import match_correct
from ladder.services.months import month_close, month_revise
from ladder.services.people import players_merge

PLAYED = 20
"""What `ladder.demo.story.load` tells by itself."""
CORRECTED = "brunello3 chiaraluna ines_lx dado_storto".split()
"""The fourth free match as its table has it."""
MERGED = 21


@muted()
def go_on(step: int, say: Callable[[str], None], *, but: Collection[int] = ()) -> None:
    """Tell the story up to a step, without those in `but`. Raises `MonthRefused` where October is not over yet."""
    for number, act in STEPS.items():
        if number <= step and number not in but:
            say(f"Step {number}")
            with transaction.atomic():
                act(account("sara"), account("tito"))


def made_one(sara: User, tito: User) -> None:
    """livio_lupo1 is livio_lupo; September has a second revision."""
    double, player = (Player.objects.get(slug=slug) for slug in ("livio_lupo1", "livio_lupo"))
    if not double.is_merged:
        players_merge(double, player, by=sara, reason="Stessa persona")
        month_revise(month(9), by=sara, reason="livio_lupo1 è livio_lupo")


def closed(sara: User, tito: User) -> None:
    season = month(10)
    if not season.is_closed:
        month_close(season, by=tito, warned=True)


def corrected(sara: User, tito: User) -> None:
    """A result of the closed month was wrong; October has a second revision."""
    told = next(match for match in planned(OCTOBER) if match.key == "L4")
    match = Match.objects.get(platform="bga", table_id=table_of(told))
    seats = list(match.seats.select_related("player").order_by("number"))
    typed = [TypedSeat(CORRECTED.index(seat.player.slug) + 1, seat.player, score=seat.score) for seat in seats]
    if [seat.place for seat in seats] == [seat.place for seat in typed]:
        return
    match_correct(
        match,
        version=match.version,
        by=account("vito"),
        reason="Come dice il tavolo",
        ending=match.ending,
        ended_at=match.ended_at,
        seats=typed,
    )
    month_revise(month(10), by=tito, reason="risultato L4 corretto")


def month(number: int) -> Season:
    return season_open(Ladder.objects.get(slug="torre"), 2026, number)


STEPS: dict[int, Callable[[User, User], None]] = {21: made_one, 23: closed, 24: corrected}
