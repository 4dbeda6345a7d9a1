"""What the keeper of a server does by hand: publish, static_copy, rotate_secrets, grant_role --remove, doctor."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import CommandError, call_command

from games.models import AuditEntry
from ladder.models import Publication, PublishTarget, Role
from ladder.publishing import services
from ladder.publishing.secrets import seal, unseal
from ladder.publishing.targets.folder import roots
from ladder.services.ladders import role_grant, season_open
from tests.factories import a_league, a_match, a_user
from tests.publishing.test_targets import of_sftp

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def season():
    ladder = a_league()
    a_match("ada", "bea", "cleo")
    return season_open(ladder, 2026, 10)


@pytest.fixture
def target(season):
    place = {"root": str(roots()[0]), "folder": "torre"}
    return services.target_add(season.ladder, name="here", kind="folder", place=place, secret="", by=None)


def says(command: str, *args: str) -> str:
    out = StringIO()
    call_command(command, *args, stdout=out)
    return out.getvalue()


def lying() -> set[str]:
    return {path.name for path in (roots()[0] / "torre").glob("*")}


def test_publish_brings_everything_and_says_what(target):
    zoe = a_user("zoe")
    assert "files brought" in says("publish", "--as", "zoe@example.org")
    assert "index.html" in lying()
    entry = AuditEntry.objects.get(act="target.publication_asked")
    assert (entry.actor, entry.origin) == (zoe, "command")
    assert "0 files brought" in says("publish", "--league", "torre", "--target", "here")


def test_publish_without_doing_it(target):
    assert "would be published" in says("publish", "--dry-run")
    assert not Publication.objects.exists()
    assert lying() == set()


def test_publish_one_month_and_back(target, season):
    says("publish")
    a_match("bea", "ada")
    assert "4 files brought" in says("publish", "--month", "2026-10")  # the month in three forms, and the index
    assert "4 files brought" in says("publish", "--rollback")
    assert Publication.objects.first().cause == "rollback"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--league", "nothing"],
        ["--target", "nothing"],
        ["--month", "2019-01"],
        ["--month", "x"],
        ["--rollback"],
        ["--rollback", "--month", "2026-10"],
        ["--as", "nobody@example.org"],
    ],
)
def test_publish_refuses_what_is_not_there(target, arguments):
    with pytest.raises(CommandError):
        says("publish", *arguments)


def test_publish_that_fails_says_the_servers_words_and_doctor_too(season, sftp):
    made = of_sftp(sftp)
    target = services.target_add(season.ladder, name="far", kind="sftp", place=made.place, secret="wrong", by=None)
    PublishTarget.objects.filter(pk=target.pk).update(fingerprint=made.fingerprint)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1 targets failed"):
        call_command("publish", stdout=out)
    assert "does not accept this user and password" in out.getvalue()
    assert "target far" in says("doctor")


def test_a_static_copy_opens_from_a_folder(season, tmp_path: Path):
    a_user("zoe")
    said = says("static_copy", str(tmp_path / "stick"), "--league", "torre", "--as", "zoe@example.org")
    assert "files written" in said
    assert AuditEntry.objects.get(act="ladder.copied").actor.email == "zoe@example.org"
    index = (tmp_path / "stick" / "2026-10.html").read_text()
    assert "<script" not in index
    assert 'href="style.css"' in index
    assert (tmp_path / "stick" / "style.css").exists()
    assert "index.html" in says("static_copy", str(tmp_path / "other"), "--dry-run")
    assert not (tmp_path / "other").exists()
    assert AuditEntry.objects.filter(act="ladder.copied").count() == 1
    with pytest.raises(CommandError):
        says("static_copy", str(tmp_path), "--league", "nothing")
    (tmp_path / "file").write_text("x")
    with pytest.raises(CommandError):
        says("static_copy", str(tmp_path / "file"), "--league", "torre")


def test_a_static_copy_without_collected_styles_says_what_to_do(season, tmp_path: Path, monkeypatch):
    def missing(_name: str) -> str:
        raise ValueError("Missing staticfiles manifest entry")

    monkeypatch.setattr(staticfiles_storage, "url", missing)
    with pytest.raises(CommandError, match="collectstatic"):
        says("static_copy", str(tmp_path), "--league", "torre")


def test_secrets_move_to_the_new_key(season, settings):
    settings.SECRETS_KEYS = ["old"]
    target = services.target_add(season.ladder, name="s", kind="sftp", place={}, secret="correct horse", by=None)
    settings.SECRETS_KEYS = ["new", "old"]
    says("rotate_secrets", "--dry-run")
    says("rotate_secrets")
    settings.SECRETS_KEYS = ["new"]
    target.refresh_from_db()
    assert unseal(target.secret) == "correct horse"
    PublishTarget.objects.update(secret=seal("x"))
    settings.SECRETS_KEYS = ["third"]
    with pytest.raises(CommandError, match="torre, s"):
        says("rotate_secrets")


def test_a_role_is_taken_away_and_never_from_the_last_manager(season):
    for name in ("sara", "tito"):
        role_grant(a_user(name), "manager", ladder=season.ladder)
    arguments = ["manager", "tito@example.org", "--league", "torre", "--remove"]
    assert "no longer manager" in says("grant_role", *arguments, "--as", "sara@example.org")
    assert "not manager" in says("grant_role", *arguments)
    with pytest.raises(CommandError, match="last manager"):
        says("grant_role", "manager", "sara@example.org", "--league", "torre", "--remove")
    with pytest.raises(CommandError):
        says("grant_role", "admin", "sara@example.org", "--remove")
    assert Role.objects.get().user.email == "sara@example.org"
