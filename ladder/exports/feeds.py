"""What can be followed: the site, a league, a month of a league with its revisions, a player."""

from collections.abc import Iterable, Sequence

from django.db.models import Max, QuerySet
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import AuditEntry, Match, Player
from ladder import formats
from ladder.exports.atom import Entry, Feed
from ladder.models import Ladder, Season, SeasonRevision
from ladder.selectors.community import community_name
from ladder.selectors.rankings import BELIEVED, season_matches

LENGTH = 40


def site_feed(path: str) -> Feed:
    revisions = SeasonRevision.objects.order_by("-at", "-pk")[:LENGTH]
    entries = [*_revision_entries(revisions), *_match_entries(_newest(Match.objects.all()))]
    return _feed("site", community_name(), path, reverse("home"), entries)


def league_feed(ladder: Ladder, path: str) -> Feed:
    """The closed and revised months of a league."""
    revisions = SeasonRevision.objects.filter(season__ladder=ladder).order_by("-at", "-pk")[:LENGTH]
    page = reverse("league_archive", args=[ladder.slug])
    return _feed(f"league/{ladder.slug}", ladder.name, path, page, _revision_entries(revisions))


def month_feed(season: Season, path: str) -> Feed:
    title = f"{season.ladder.name}, {formats.month(formats.first_day(season))}"
    page = reverse("month", args=[season.ladder.slug, season.key])
    key = f"league/{season.ladder.slug}/{season.key}"
    revisions = SeasonRevision.objects.filter(season=season.pk).order_by("-number")[:LENGTH]
    entries = [*_revision_entries(revisions), *_match_entries(_newest(season_matches(season)))]
    return _feed(key, title, path, page, entries)


def player_feed(player: Player, path: str) -> Feed:
    matches = _newest(Match.objects.filter(seats__player=player))
    return _feed(
        f"player/{player.slug}", player.name, path, reverse("player", args=[player.slug]), _match_entries(matches)
    )


def _feed(key: str, title: str, path: str, page: str, entries: Iterable[Entry]) -> Feed:
    return Feed(key, title, path, page, get_language() or "en", community_name(), entries)


def _newest(matches: QuerySet[Match]) -> Sequence[Match]:
    """The last matches that are believed, with all that their entries say."""
    believed = matches.filter(state__in=BELIEVED).select_related("game").prefetch_related("seats__player")
    return list(believed.order_by("-created_at", "-pk")[:LENGTH])


def _revision_entries(revisions: QuerySet[SeasonRevision]) -> list[Entry]:
    """An entry for each time that a month was closed or revised; a revision never changes."""
    return [
        Entry(
            key=f"league/{revision.season.ladder.slug}/{revision.season.key}/r{revision.number}",
            title=_("%(league)s, %(month)s: revision %(number)s")
            % {
                "league": revision.season.ladder.name,
                "month": formats.month(formats.first_day(revision.season)),
                "number": revision.number,
            },
            path=revision.season.get_absolute_url(),
            updated=revision.at,
            published=revision.at,
            text=revision.reason,
        )
        for revision in revisions.select_related("season__ladder")
    ]


def _match_entries(matches: Sequence[Match]) -> list[Entry]:
    """An entry for each match; a change of the match is a change of its entry."""
    changes = AuditEntry.objects.filter(kind="match", target_id__in=[match.pk for match in matches])
    changed = dict(changes.order_by().values_list("target_id").annotate(last=Max("at")))
    return [
        Entry(
            key=f"match/{match.slug}",
            title=f"{match.game}: {_people(match)}",
            path=match.get_absolute_url(),
            updated=changed.get(match.pk, match.created_at),
            published=match.created_at,
            text=str(match.get_state_display()),
        )
        for match in matches
    ]


def _people(match: Match) -> str:
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place is None, seat.place or 0, seat.number))
    return ", ".join(
        f"{formats.ordinal(seat.place)} {seat.player.name}" if seat.place else seat.player.name for seat in seats
    )
