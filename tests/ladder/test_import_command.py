"""`import_months`: September into an empty league, once and again."""

from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command

from games.models import Match, Player
from ladder.models import Import
from ladder.selectors.rankings import ranking
from ladder.selectors.seasons import season_get
from ladder.services.ladders import role_grant
from tests.factories import a_league, a_user
from tests.ladder.september import as_csv, as_xlsx, rows

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
FIRST_OF_OCTOBER = "2026-10-01T08:00:00Z"


def run(path: Path, **options: object) -> str:
    out = StringIO()
    with time_machine.travel(FIRST_OF_OCTOBER, tick=False):
        call_command("import_months", str(path), stdout=out, **options)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_september(tmp_path: Path, kind: str) -> None:
    league = a_league("torre")
    path = tmp_path / f"september.{kind}"
    path.write_bytes(as_csv() if kind == "csv" else as_xlsx())
    told = run(path, league="torre")
    assert "36 rows accepted, 0 rejected; 13 names, 13 of them new, 1 near; 0 duplicates, 11 new." in told
    assert "near: livio_lupo / livio_lupo1, kept apart" in told
    assert Match.objects.count() == 11
    assert Player.objects.filter(state="provisional").count() == 13
    assert "11 duplicates, 0 new." in run(path, league="torre")
    assert Match.objects.count() == 11
    with time_machine.travel(FIRST_OF_OCTOBER, tick=False):
        season = season_get(league, "2026-09")
        assert season is not None
        table = ranking(season)
    told_points = {line.player.name: (line.rank, str(line.points)) for line in (*table.ranked, *table.below)}
    assert told_points == {
        "gufetta": (1, "32"),
        "adamanta": (2, "26"),
        "livio_lupo": (3, "49/2"),
        "dado_storto": (4, "22"),
        "hugo_pt": (5, "21"),
        "chiaraluna": (6, "39/2"),
        "brunello3": (7, "18"),
        "katia_k": (8, "12"),
        "fabio_faro": (9, "9"),
        "jacopone": (9, "9"),
        "livio_lupo1": (None, "16"),
        "elenaditroia": (None, "4"),
        "nuno_mar": (None, "3"),
    }


def test_a_dry_run_leaves_nothing_behind(tmp_path: Path) -> None:
    a_league("torre")
    path = tmp_path / "september.csv"
    path.write_bytes(as_csv())
    assert "11 new." in run(path, dry_run=True)
    assert not Match.objects.exists()
    assert not Import.objects.exists()


def test_rejected_lines_are_named_with_their_reason(tmp_path: Path) -> None:
    a_league("torre")
    lines = rows()
    lines[1][3] = 2
    lines[6][1] = "31/09/2026"
    path = tmp_path / "september.csv"
    path.write_bytes(as_csv(lines))
    told = run(path)
    assert "line 2: the places 2, 2, 3, 4 do not fit together" in told
    assert "line 3: belongs to the match of line 2" in told
    assert "line 7: 31/09/2026 is no date" in told


def test_a_day_that_may_be_two_is_asked_for(tmp_path: Path) -> None:
    a_league("torre")
    path = tmp_path / "september.csv"
    path.write_bytes(as_csv([line for line in rows() if str(line[1])[:2] <= "12" or line[0] == "Gioco"]))
    with pytest.raises(CommandError, match="rejected lines"):
        run(path)
    template = tmp_path / "map.json"
    template.write_text('{"dates": "dmy"}')
    assert "6 new" in run(path, template=str(template))


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    a_league("torre")
    path = tmp_path / "x.csv"
    path.write_bytes(b"%PDF-1.7")
    with pytest.raises(CommandError, match="This is a PDF"):
        run(path)
    with pytest.raises(CommandError, match="No such file"):
        run(tmp_path / "nothing.csv")
    with pytest.raises(CommandError, match="no league moon"):
        run(path, league="moon")


def test_who_does_not_keep_the_league_imports_nothing(tmp_path: Path) -> None:
    league = a_league("torre")
    sara, stranger = a_user("sara"), a_user("charlie")
    role_grant(sara, "manager", ladder=league)
    path = tmp_path / "september.csv"
    path.write_bytes(as_csv())
    with pytest.raises(CommandError, match="Only managers"):
        run(path, actor=stranger.email)
    assert not Match.objects.exists()
    run(path, actor=sara.email)
    assert Match.objects.filter(submitted_by=sara).count() == 11
