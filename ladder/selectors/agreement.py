"""Whether what is kept of a month is what the facts say, counted anew and in the plainest way."""

from collections.abc import Iterator

from ladder.models import MatchRuling, PendingRevision, RankingRow, Season, SeasonMatch, SeasonRevision
from ladder.models.months import held_at
from ladder.selectors.counting import look, look_at_all, rows_ranked, stays_out
from ladder.selectors.kept import ranking_kept
from ladder.selectors.rankings import RankedPlayer, Ranking, ranking, read_files, rules_of, season_matches

Line = tuple[object, ...]


def disagreements(season: Season) -> Iterator[str]:
    """In what the rows of a month differ from its facts: of an open one its lines, of a closed one each revision."""
    if not season.is_closed:
        yield from _compared(season, "live", _lines(ranking(season)), _lines(ranking_kept(season)))
        return
    rules = rules_of(season)
    for number in range(1, season.revision + 1):
        rows = rows_ranked(season, rules, number)
        counted = [(row.player, row.rank, row.shared, row.points, row.played, row.firsts) for row in rows]
        stored = RankingRow.objects.filter(season=season, revision=number).order_by("position")
        kept = list(stored.values_list("player", "rank", "shared", "points", "played", "firsts"))
        yield from _compared(season, f"revision {number}", counted, kept)
    yield from _overlooked(season)


def _lines(table: Ranking) -> list[Line]:
    def line(one: RankedPlayer) -> Line:
        row = one.row
        return (one.player.pk, row.rank, row.shared, row.points, row.played, row.firsts, row.beaten, row.met)

    return [line(one) for one in (*table.ranked, *table.below)]


def _compared(season: Season, name: str, facts: list[Line], kept: list[Line]) -> Iterator[str]:
    if facts == kept:
        return
    for player, *rest in [line for line in facts if line not in kept]:
        yield f"{season} {name}: player {player} should have {rest}"
    for player, *rest in [line for line in kept if line not in facts]:
        yield f"{season} {name}: player {player} has {rest}"
    if sorted(map(str, facts)) == sorted(map(str, kept)):
        yield f"{season} {name}: the lines stand in another order"


def _overlooked(season: Season) -> Iterator[str]:
    """What the facts say of a closed month that neither its last revision holds nor the pending one would."""
    rules = rules_of(season)
    matches = list(season_matches(season))
    read_files(matches, rules)
    rulings = {ruling.match_id: ruling for ruling in MatchRuling.objects.filter(season=season)}
    if rules.entangled:
        looked = look_at_all(season, rules, matches, rulings)
    else:
        looked = [look(match, season, rules, rulings.get(match.pk)) for match in matches]
    held = _digests(season, season.revision)
    coming = _digests(season, season.revision + 1)
    said = {item.match.pk: item.digest for item in looked if item.digest}
    for item in looked:
        if stays_out(rulings.get(item.match.pk), item.said):
            said[item.match.pk] = held.get(item.match.pk, "")
    for pk in {*said, *coming}:
        ruling = rulings.get(pk)
        wanted = said.get(pk, "")
        if not wanted and stays_out(ruling, ""):
            wanted = held.get(pk, "")
        if wanted != coming.get(pk, ""):
            yield f"{season}: match {pk} says what neither its last revision nor the pending one has"
    pending = PendingRevision.objects.filter(season=season).exists()
    if pending != (held != coming):
        yield f"{season}: a pending revision {'without' if pending else 'is missing for'} a difference"


def _digests(season: Season, number: int) -> dict[int, str]:
    rows = SeasonMatch.objects.filter(held_at(number), season=season, reason="")
    return dict(rows.values_list("match", "digest"))


def revision_faults(season: Season, fingerprint_of) -> Iterator[str]:
    """What is wrong with the revisions of a month: numbers, rows, fingerprints; an open one has none."""
    revisions = list(SeasonRevision.objects.filter(season=season).order_by("number"))
    if [revision.number for revision in revisions] != list(range(1, season.revision + 1)):
        yield f"{season}: revisions {[revision.number for revision in revisions]}, the last one should be {season.revision}"
    if not season.is_closed and PendingRevision.objects.filter(season=season).exists():
        yield f"{season}: a pending revision of a month that is not closed"
    for number in (
        RankingRow.objects.filter(season=season, revision__gt=0).values_list("revision", flat=True).distinct()
    ):
        if number > season.revision:
            yield f"{season}: lines of a revision {number} that is not there"
    if season.is_closed and RankingRow.objects.filter(season=season, revision=0).exists():
        yield f"{season}: live lines of a closed month"
    for revision in revisions:
        ranked = RankingRow.objects.filter(season=season, revision=revision.number, rank__isnull=False).count()
        matches = SeasonMatch.objects.filter(held_at(revision.number), season=season, reason="").count()
        if (ranked, matches) != (revision.ranked, revision.matches):
            yield f"{revision}: {ranked} ranked and {matches} matches, closed with {revision.ranked} and {revision.matches}"
        if fingerprint_of(season, revision.number) != revision.fingerprint:
            yield f"{revision}: its fingerprint is another"
