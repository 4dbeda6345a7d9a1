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
from tournaments.selectors.own_tables import own_tables

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
    """The deadline of every table that he still has to play, and the date its people agreed upon."""
    for one in own_tables(user):
        tournament, pairing = one.stage.tournament, one.table.pairing
        round_ = pairing.round
        assert round_.deadline is not None
        facts = {
            "tournament": tournament.name,
            "round": formats.round_among(round_.number, one.stage.number),
            "table": pairing.number,
        }
        words = _("%(tournament)s: round %(round)s, table %(table)s") % facts
        page = reverse("tournament_round", args=[tournament.slug, one.stage.number, round_.number])
        path = f"{page}#t{pairing.number}"
        if one.date is not None:
            yield Date(f"date-{pairing.pk}", one.date.at, words, path)
            facts["round"] = _("Round %(n)s") % {"n": facts["round"]}
            words = _("%(tournament)s: %(round)s, table %(table)s ends") % facts
        yield Date(f"table-{pairing.pk}", round_.deadline, words, path, sequence=round_.version)


def month_dates(user: User) -> Iterator[Date]:
    for season in Season.objects.filter(revision=0).select_related("ladder").order_by("grace_until"):
        waiting = season_matches(season).filter(state=Match.State.SUBMITTED, seats__player__user=user)
        if count := waiting.exclude(submitted_by=user).count():
            facts = {"league": season.ladder.name, "month": formats.month(formats.first_day(season)), "n": count}
            title = _("%(league)s, %(month)s: results to confirm: %(n)s") % facts
            yield Date(f"month-{season.pk}", season.grace_until, title, reverse("account"), sequence=season.version)
