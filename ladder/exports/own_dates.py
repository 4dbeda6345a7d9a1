"""Somebody's own dates: until when he plays at his tables, and until when he can confirm results."""

from collections.abc import Iterator

from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match, User
from ladder import formats
from ladder.exports.ical import Date
from ladder.models import Season
from ladder.selectors.rankings import season_matches
from tournaments.models import PairingSeat, Round, Tournament

SALT = "notices.calendar"


def token_of(user: User, number: int) -> str:
    """The secret part of a calendar's address; nobody can make another's."""
    return signing.dumps([user.pk, number], salt=SALT)


def owner_of(token: str) -> User | None:
    """Whose calendar an address is; None if it was replaced, or was never given."""
    try:
        pk, number = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return User.objects.filter(pk=pk, is_active=True, notice_settings__calendar=number).first()


def own_dates(user: User) -> Iterator[Date]:
    """Dates of tables that he has not played, and of months in which a result waits for him."""
    yield from table_dates(user)
    yield from month_dates(user)


def table_dates(user: User) -> Iterator[Date]:
    seats = PairingSeat.objects.filter(
        entrant__player__user=user,
        pairing__isnull=False,
        pairing__table_matches__isnull=True,
        pairing__no_result=False,
        round__deadline__isnull=False,
        round__state__in=[Round.State.PUBLISHED, Round.State.PLAYING],
        round__stage__tournament__state=Tournament.State.RUNNING,
    )
    for seat in seats.select_related("pairing", "round__stage__tournament").order_by("round__deadline")[:100]:
        tournament, pairing = seat.round.stage.tournament, seat.pairing
        if pairing is None or seat.round.deadline is None:
            continue
        words = _("%(tournament)s: round %(round)s, table %(table)s")
        facts = {"tournament": tournament.name, "round": seat.round.number, "table": pairing.number}
        path = reverse("tournament_round", args=[tournament.slug, seat.round.stage.number, seat.round.number])
        yield Date(f"table-{pairing.pk}", seat.round.deadline, words % facts, path, sequence=seat.round.version)


def month_dates(user: User) -> Iterator[Date]:
    for season in Season.objects.filter(revision=0).select_related("ladder").order_by("grace_until"):
        waiting = season_matches(season).filter(state=Match.State.SUBMITTED, seats__player__user=user)
        if count := waiting.exclude(submitted_by=user).count():
            facts = {"league": season.ladder.name, "month": formats.month(formats.first_day(season)), "n": count}
            title = _("%(league)s, %(month)s: results to confirm: %(n)s") % facts
            yield Date(f"month-{season.pk}", season.grace_until, title, reverse("account"), sequence=season.version)
