"""What a match of a tournament is to leagues."""

from collections.abc import Iterable

from django.db.models import Case, CharField, Q, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce

from games.models import Match, Seat
from tournaments.models import Act, TableMatch
from tournaments.terms import StageTerms

UNFED = "-"
"""A match of a tournament whose terms say that its matches count in no league."""
UNFED_TABLE = Q(pairing__round__stage__tournament__document__feeds_leagues=False)
"""The rows of `TableMatch` that bring such a match to its table."""


def stage_as(path: str = "") -> Case:
    """An expression over matches, or over rows from which `path` (with its `__`) leads to one.

    Empty for a match that decides no table, `UNFED`, or the format of the stage whose table it decides. A cancelled
    tournament keeps its results, so its matches stay what they were.
    """
    stage = f"{path}table__pairing__round__stage"
    return Case(
        When(**{f"{path}table__pairing": None}, then=Value("")),
        When(**{f"{stage}__tournament__document__feeds_leagues": False}, then=Value(UNFED)),
        default=Coalesce(KeyTextTransform("format", f"{stage}__document"), Value(StageTerms().format)),
        output_field=CharField(),
    )


def stages_read(matches: Iterable[Match]) -> None:
    """Let these matches know their stage as `as_stage`, at once for all who do not yet."""
    unread = [match for match in matches if not hasattr(match, "as_stage")]
    if unread:
        asked = [match.pk for match in unread if "table" not in match._state.fields_cache]
        at_tables = [match.pk for match in unread if match._state.fields_cache.get("table")]
        if asked:
            rows = TableMatch.objects.filter(match__in=asked).order_by()
            at_tables += rows.values_list("match", flat=True)
        found = dict(Match.objects.filter(pk__in=at_tables).values_list("pk", stage_as())) if at_tables else {}
        for match in unread:
            match.as_stage = found.get(match.pk, "")


def matches_at(seats: Iterable[Seat]) -> list[Match]:
    """The matches of seats that are annotated with `as_stage=stage_as("match__")`; they know their stage."""
    found = []
    for seat in seats:
        seat.match.as_stage = seat.as_stage
        found.append(seat.match)
    return found


def stage_of(match: Match) -> str:
    """What one match is to leagues, as in `stage_as`."""
    stages_read([match])
    return match.as_stage


def matches_touched(act: Act) -> set[int]:
    """The matches that an act, or its undoing, may have made another thing to leagues."""
    found = {told["match"] for told in act.matches}
    rows = set()
    for step in act.steps:
        sides = [side for side in (step["before"], step["after"]) if side]
        if step["model"] == "tablematch":
            rows.add(step["pk"])
            found |= {side["match_id"] for side in sides if "match_id" in side}
        elif step["model"] in ("tournament", "stage") and any("document" in side for side in sides):
            every = TableMatch.objects.filter(tournament=act.tournament_id)
            found |= set(every.values_list("match", flat=True))
    if rows:
        found |= set(TableMatch.objects.filter(pk__in=rows).values_list("match", flat=True))
    return found
