"""`import_results`: files that hold results, brought on the server."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Match, Submission
from games.services.bulk import Brought, matches_create
from games.services.players import Seen
from games.services.results import Result, SeatResult, match_find_or_create
from ladder.invariants import broken
from tests.factories import a_league, a_player
from tests.logs import a_record
from tests.pages.test_inputs import ROW, history

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def run(*paths: Path, **options: object) -> str:
    out = StringIO()
    call_command("import_results", *map(str, paths), stdout=out, **options)
    return out.getvalue()


def test_histories_and_records(tmp_path: Path) -> None:
    a_league("torre")
    rows, record, broken_one = tmp_path / "rows.json", tmp_path / "record.json", tmp_path / "x.json"
    rows.write_bytes(history(ROW))
    record.write_bytes(a_record(71001))
    broken_one.write_bytes(b"{")
    assert "1 new, 0 here already, 0 refused." in run(rows, dry_run=True)
    assert not Submission.objects.exists()
    told = run(rows, record, broken_one, league="torre")
    assert "waits for the worker" in told
    assert "malformed.not_json" in told
    assert "2 new, 0 here already, 1 refused." in told
    assert Match.objects.get().table_id == "700000123"
    assert "1 here already" in run(rows)
    assert broken() == []


def test_nothing_readable_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"hello")
    with pytest.raises(CommandError, match="nothing could be read"):
        run(path)
    with pytest.raises(CommandError, match="No such file"):
        run(tmp_path / "nothing")


def test_many_matches_at_once_are_as_one_by_one() -> None:
    at = datetime(2026, 10, 3, 12, tzinfo=UTC)
    players = [a_player(name) for name in ("ada", "bea")]
    rows = []
    for number, source in enumerate(("typed", "record")):
        seats = tuple(SeatResult(Seen(player.name), place, 10) for place, player in enumerate(players, 1))
        day = at + timedelta(days=number)
        result = Result("azul", seats, "bga", f"{number}7", day, source, "forfeit", training=True)
        one = match_find_or_create(result, by=None, players=players, state=Match.State.CONFIRMED).match
        told = Result("azul", seats, "bga", f"{number}8", day, source, "forfeit", training=True)
        brought = Brought(told, one.game, players, [player.pk for player in players])
        [many] = matches_create([brought], by=None, state=Match.State.CONFIRMED, source=1)
        rows.append([fields_of(one), fields_of(many)])
    assert [one for one, _many in rows] == [many for _one, many in rows]


def fields_of(match: Match) -> dict[str, object]:
    left_out = {"id", "slug", "table_id", "created_at", "settled_at"}
    found = {name: value for name, value in Match.objects.values().get(pk=match.pk).items() if name not in left_out}
    seats = match.seats.values_list("number", "player", "recorded_for", "place", "score", "flag")
    return found | {"seats": list(seats), "settled": match.settled_at is not None}
