"""Who hears that the site itself is in trouble, and that it is heard when no worker lives to tell it."""

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models.functions import Now
from django.test import Client

from games import limits
from games.models import Notice, OutboxRow
from ladder import celery
from ladder.backup_standing import Drill, drill_note
from ladder.management.commands import doctor
from ladder.services.ladders import role_grant
from tests.factories import a_league, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_the_clock_tells_admins_and_managers_that_workers_are_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    a_user("zoe", is_superuser=True)
    role_grant(a_user("sara"), "manager", ladder=a_league())
    a_user("ada")
    OutboxRow.objects.all().delete()
    OutboxRow.objects.create(kind="publish", key="k", next_try=Now() - timedelta(minutes=11))
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            raise SystemExit

    monkeypatch.setattr(celery.time, "sleep", sleep)
    monkeypatch.setattr("django.db.connection.close", lambda: None)
    with pytest.raises(SystemExit):
        celery._watch_workers()
    assert slept == [limits.WATCH_SECONDS] * 3
    told = Notice.objects.filter(kind="worker.silent").values_list("user__email", flat=True)
    assert sorted(told) == ["sara@example.org", "zoe@example.org"], "twice is once"


def test_the_doctor_looks_at_settings_and_clocks(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert doctor.clocks_apart() < doctor.CLOCK_SECONDS
    monkeypatch.setattr(doctor, "clocks_apart", lambda: 3600.0)
    out = io.StringIO()
    call_command("doctor", stdout=out)
    assert "warning: ladder.E003" in out.getvalue()
    assert "the clock of the database and that of this machine are 3600 s apart" in out.getvalue()


def test_a_backup_that_does_not_come_back_stands_on_the_status_page(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.BACKUP_STAMP = str(tmp_path / "stamp")
    (tmp_path / "stamp").touch()
    drill_note(Drill("", "x.tar", 1.0))
    assert not {"drill", "backup"} & set(client.get("/status.json").json()["troubles"])
    drill_note(Drill("", "x.tar", 1.0, "database is missing"))
    assert "drill" in client.get("/status.json").json()["troubles"]
    page = client.get("/status/", headers={"Accept-Language": "en"}).content.decode()
    assert "does not come back" in page
    assert "database is missing" not in page, "what it was is for the keeper"
