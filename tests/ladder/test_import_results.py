"""`import_results`: files that hold results, brought on the server."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Match, Submission
from ladder.invariants import broken
from tests.factories import a_league
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
