"""A match: its page."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import AuditEntry, Match, Seat
from games.outcomes import outcome_of
from games.selectors.error_reports import CLOSES, REPORTED
from games.selectors.history import history_of
from games.selectors.matches import APART, STRENGTH, replay_of, submissions_of
from games.services.comments import COMMENTED
from games.services.error_reports import end_reported
from ladder import formats
from ladder.permissions import roles_of
from ladder.selectors.published import published_of
from ladder.selectors.rankings import where_it_counts
from ladder.selectors.seasons import default_zone
from ladder.services.silence import silent_until
from ladder.views import match_parts as parts
from ladder.views import match_told as told
from ladder.views.match_places import places
from tournaments.models import Pairing, Tournament
from tournaments.selectors.feeding import stage_as

ONE_ROW = ("game", "replayed_by", "table__pairing__round__stage__tournament")
"""What is read along with a match: also the table of a tournament that it decides."""


@require_safe
def match(request: HttpRequest, slug: str) -> HttpResponse:
    context = match_context(request, found(slug))
    if request.htmx and not context["judging"]:
        return HttpResponse(headers={"HX-Refresh": "true"})  # with the judgement all may be otherwise
    return render(request, "games/match.html", context)


def found(slug: str) -> Match:
    seats = Prefetch("seats", Seat.objects.select_related("player", "recorded_for"))
    return get_object_or_404(
        Match.objects.select_related(*ONE_ROW).prefetch_related(seats).annotate(as_stage=stage_as()), slug=slug
    )


def match_context(request: HttpRequest, match: Match) -> dict[str, Any]:
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place is None, seat.place or 0, seat.number))
    standings = where_it_counts(match)
    zone = standings[0].ladder.time_zone if standings else default_zone()
    history = list(history_of(match))
    files = list(submissions_of(match))
    roles = roles_of(request.user, match)
    link, names = parts.files_shown(roles, standings), parts.Names(match)
    counts = places(standings, seats, published_of(match))
    counting = next((place for place in counts if not place.reason), None)
    for seat, points in zip(seats, counting.points if counting else [None] * len(seats), strict=True):
        seat.points = points
    marks = [
        row.outcome for file in files for row in file.verifications.all() if row.verdict and file.relation not in APART
    ]
    others = told.accounts(match, history, files, names)
    reported = reported_of(history)
    return {
        "match": match,
        "table": table_of(match),
        "zone": zone,
        "seats": seats,
        "best": max((seat.score for seat in seats if seat.score is not None), default=0),
        "people": ", ".join(
            f"{seat.player.name} {seat.score if seat.score is not None else ''}".strip() for seat in seats
        ),
        "outcome": outcome_of(min(marks, key=STRENGTH.index)) if marks else None,
        "counts": counts,
        "points_in": counting.name if counting else "",
        "ratings": parts.ratings(match, seats),
        "evidence": [parts.evidence(file, names, link=link) for file in files],
        "judging": any(not row.is_over for file in files for row in file.verifications.all()[:1]),
        "replay": parts.replay_shown(roles, standings) and replay_of(files) is not None,
        "no_evidence": parts.no_evidence(match, history),
        "history": [parts.told(entry, names) for entry in history if entry.act != COMMENTED],
        "comments": [parts.told(entry, names) for entry in history if entry.act == COMMENTED],
        "struck": next((entry for entry in reversed(history) if entry.act == "match.voided"), None),
        "objection": next((entry for entry in reversed(history) if entry.act in OBJECTIONS), None),
        "acts": parts.acts_open(request.user, match, roles),
        "reported": reported,
        "end_told": end_reported(reported) if reported else None,
        "decided_by": parts.decided_by(match, history, names),
        "others": others,
        "compared": told.compared(match, seats, others) if others else [],
        "versions": versions_of(match, history, names, zone),
        "silent_until": silent_until(match, [standing.ladder for standing in standings if standing.reason != "game"]),
        "objection_until": parts.objection_until(match) if match.state == Match.State.VERIFIED else None,
    }


def table_of(match: Match) -> Pairing | None:
    """The table of a tournament that the match decides, where everybody may read that tournament."""
    row = getattr(match, "table", None)
    pairing = row.pairing if row else None
    if pairing is None:
        return None
    tournament = pairing.round.stage.tournament
    return pairing if tournament.state != Tournament.State.DRAFT and tournament.terms.public else None


OBJECTIONS = ("match.disputed", "match.stated", "match.contradicted", "match.played_before")


def versions_of(match: Match, history: Sequence[AuditEntry], names: parts.Names, zone: str) -> list[told.Version]:
    """The versions of the result, if its history has an act that made a further one."""
    if not any(entry.act in told.MAKE_VERSIONS for entry in history):
        return []
    results = list(match.results.select_related("author__player"))
    return told.versions(results, names, lambda instant: formats.day_and_time(instant, zone))


def reported_of(history: Sequence[AuditEntry]) -> AuditEntry | None:
    """The oldest error report that waits for an answer."""
    waiting: list[AuditEntry] = []
    for entry in history:
        waiting = [] if entry.act in CLOSES else [*waiting, entry] if entry.act == REPORTED else waiting
    return waiting[0] if waiting else None
