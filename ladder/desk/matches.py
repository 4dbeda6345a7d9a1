"""Items about matches: disputes, reports that nobody confirms, tables without a result."""

from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import AuditEntry, Match
from games.selectors.matches import SEATED
from games.services.changes import WITHOUT_RESULT
from ladder import formats
from ladder.desk.item import Action, Item
from ladder.desk.reach import MOST, Reach

LONG = timedelta(hours=72)
OBJECTIONS = ("match.disputed", "match.stated", "match.contradicted", "match.played_before")


def disputes(reach: Reach) -> list[Item]:
    """Somebody objected, and nobody has decided."""
    open_ones = seated(reach.matches(arbiter=True).filter(state=Match.State.DISPUTED))
    told = last_acts(open_ones)
    return [
        Item(
            "dispute",
            match.pk,
            told[match.pk].at if match.pk in told else match.created_at,
            _("Disputed: %(match)s") % {"match": named(match, reach.zone)},
            match.get_absolute_url(),
            [
                people(match),
                *([formats.quoted(told[match.pk].reason)] if match.pk in told and told[match.pk].reason else []),
            ],
            _("Hear both sides; then confirm, correct or strike it out on its page."),
            [Action(_("Decide"), match.get_absolute_url(), primary=True, post=False)],
        )
        for match in open_ones
    ]


def submitted_long(reach: Reach) -> list[Item]:
    """Reported three days ago and still not confirmed."""
    old = reach.matches(arbiter=True).filter(state=Match.State.SUBMITTED, created_at__lt=timezone.now() - LONG)
    return [
        Item(
            "waiting",
            match.pk,
            match.created_at,
            _("Waits for confirmation: %(match)s") % {"match": named(match, reach.zone)},
            match.get_absolute_url(),
            [people(match)],
            _("Ask the players, or confirm it if there is no doubt."),
            [
                Action(
                    _("Confirm"),
                    reverse("match_confirm", args=[match.slug]),
                    primary=True,
                    fields={"version": match.version},
                ),
                Action(_("Look"), match.get_absolute_url(), post=False),
            ],
        )
        for match in seated(old)
    ]


def without_result(reach: Reach) -> list[Item]:
    """Abandoned or stopped tables: replay, drop or adjudicate."""
    endings = (Match.Ending.ABANDONED, Match.Ending.UNFINISHED)
    stopped = reach.matches(arbiter=True).filter(ending__in=endings).exclude(state=Match.State.VOID)
    return [
        Item(
            "no_result",
            match.pk,
            match.created_at,
            _("Without a result: %(match)s") % {"match": named(match, reach.zone)},
            match.get_absolute_url(),
            [people(match), str(match.get_ending_display())],
            _("Let it be played again, strike it out, or adjudicate it."),
            [Action(_("Look"), match.get_absolute_url(), primary=True, post=False)],
        )
        for match in seated(stopped)
    ]


def without_end(reach: Reach) -> list[Item]:
    """Results of which nobody knows when they ended, as a table record brings them: they count in no month."""
    endless = (
        reach.matches(arbiter=True).filter(ended_at=None).exclude(state__in=[Match.State.VOID, Match.State.DISPUTED])
    )
    endless = endless.exclude(ending__in=WITHOUT_RESULT)
    return [
        Item(
            "no_end",
            match.pk,
            match.created_at,
            _("Without an end: %(match)s") % {"match": named(match, reach.zone)},
            match.get_absolute_url(),
            [people(match), *([_("BGA table %(table)s") % {"table": match.table_id}] if match.table_id else [])],
            _(
                "It counts in no month yet. Look on the table’s page when it ended, and set that; a history of BGA brings it too."
            ),
            [
                Action(_("Set the end"), reverse("match_correct", args=[match.slug]), primary=True, post=False),
                Action(_("Look"), match.get_absolute_url(), post=False),
            ],
        )
        for match in seated(endless)
    ]


def seated(matches: QuerySet[Match]) -> list[Match]:
    """The oldest of them, with game and people."""
    return list(matches.select_related("game").prefetch_related(SEATED).order_by("created_at", "pk")[:MOST])


def last_acts(matches: list[Match]) -> dict[int, AuditEntry]:
    """The last objection to each match."""
    entries = AuditEntry.objects.filter(kind="match", act__in=OBJECTIONS, target_id__in=[match.pk for match in matches])
    return {entry.target_id: entry for entry in entries.order_by("pk")}


def named(match: Match, zone: str) -> str:
    """Alhambra, 7 Oct."""
    when: datetime = match.ended_at or match.created_at
    return f"{match.game}, {formats.day(when, zone, year=True)}"


def people(match: Match) -> str:
    """1 Ada, 2 Bruno."""
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place is None, seat.place or 0, seat.number))
    return ", ".join(f"{seat.place or '–'} {seat.player.name}" for seat in seats)
