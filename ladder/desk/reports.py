"""Items about people: errors that somebody reports, and those who did not come again and again."""

from operator import attrgetter

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import AuditEntry, Match
from games.selectors.error_reports import CLOSES, REPORTED
from games.selectors.matches import SEATED
from games.services.error_reports import end_reported
from ladder import formats
from ladder.desk.item import Action, Item
from ladder.desk.matches import named, people
from ladder.desk.reach import MOST, Reach
from ladder.selectors.no_shows import NoShows, no_shows
from ladder.selectors.problems import problems_open


def reported(reach: Reach) -> list[Item]:
    """Somebody says that a match is wrong, or names the wrong person, and nobody has answered."""
    entries = AuditEntry.objects.filter(kind="match")
    closed = entries.filter(target_id=OuterRef("target_id"), act__in=CLOSES, version__gt=OuterRef("version"))
    mine = reach.matches(arbiter=True).order_by().values("pk")
    waiting = entries.filter(~Exists(closed), act=REPORTED, target_id__in=mine).order_by("pk")[:MOST]
    matches = Match.objects.select_related("game").prefetch_related(SEATED)
    found = matches.in_bulk({entry.target_id for entry in waiting})
    return [report(entry, found[entry.target_id], reach.zone) for entry in waiting]


def report(entry: AuditEntry, match: Match, zone: str) -> Item:
    wrong, ended = entry.facts.get("seat") is not None, end_reported(entry)
    correct = reverse("match_correct", args=[match.slug])
    if ended is not None:
        words = _("A file with the same result tells another end: %(end)s.") % {
            "end": formats.day_and_time(ended, zone)
        }
        correct += f"?end={int(ended.timestamp())}"
    else:
        words = formats.quoted(entry.reason)
    title = _("Wrong person reported: %(match)s") if wrong else _("Error reported: %(match)s")
    return Item(
        "reported",
        entry.pk,
        entry.at,
        title % {"match": named(match, zone)},
        match.get_absolute_url(),
        [people(match), words],
        _("Correct the match, or answer why it stays as it is."),
        [
            Action(_("Correct"), correct, primary=True, post=False),
            Action(_("Answer"), reverse("match_answer", args=[match.slug]), post=False),
        ],
    )


def problems(reach: Reach) -> list[Item]:
    """Problems of the site that somebody reported. They concern no league, so whoever has a desk may answer."""
    if not reach.may("desk"):
        return []
    return [problem(entry) for entry in problems_open()[:MOST]]


def problem(entry: AuditEntry) -> Item:
    answer, page = reverse("problem_answer", args=[entry.pk]), entry.facts.get("page")
    name = entry.actor.get_full_name() or entry.actor.email if entry.actor else ""
    return Item(
        "problem",
        entry.pk,
        entry.at,
        _("Problem reported by %(name)s") % {"name": name},
        answer,
        [formats.quoted(entry.reason), *([_("On the page %(page)s") % {"page": page}] if page else [])],
        _("Look into it, then say what came of it."),
        [Action(_("Answer"), answer, primary=True, post=False)],
    )


def absent(reach: Reach) -> list[Item]:
    """Somebody did not come as often as the rules of a league point out. A flag: nobody is shut out by itself."""
    items: dict[int | str, Item] = {}
    for ladder in reach.decided:
        policy = max(ladder.rules.all(), key=attrgetter("version")).rules.forfeits
        games = list(ladder.games.all())
        matches = Match.objects.filter(game__in=games) if games else Match.objects.all()
        if policy.no_shows:
            found = no_shows(matches, timezone.now(), many=policy.no_shows, days=policy.no_show_days)
            items |= {item.number: item for item in (absence(one, policy.no_show_days, reach.zone) for one in found)}
    return list(items.values())


def absence(found: NoShows, days: int, zone: str) -> Item:
    address = reverse("player", args=[found.player.slug])
    counted = ngettext("%(n)s match in %(days)s days", "%(n)s matches in %(days)s days", len(found.matches))
    return Item(
        "absent",
        f"{found.player.pk}-{found.matches[-1].pk}",
        found.matches[-1].ended_at or found.matches[-1].created_at,
        _("Did not come: %(name)s") % {"name": found.player.name},
        address,
        [counted % {"n": len(found.matches), "days": days}, ", ".join(named(match, zone) for match in found.matches)],
        _("Ask what is the matter. Nothing happens by itself."),
        [Action(_("Look"), address, primary=True, post=False)],
        dismissible=True,
    )
