"""The commands about people, as the server's keeper runs them."""

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from games import storage
from games.models import AuditEntry, Merge, Player, Submission
from games.services.players import player_provisional
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.services.ladders import admin_grant
from tests.factories import NOON, a_league, a_match, a_player, a_user
from tests.logs import a_record

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def livio():
    a_league()
    a_player("livio_lupo", a_user("livio"))
    player_provisional("livio_lupo1", at=NOON)
    a_match("livio_lupo", "gufetta")
    a_match("livio_lupo1", "hugo", ended_at=NOON + timedelta(1))
    admin_grant(a_user("zoe"))


def run(name, *args, **options):
    out = io.StringIO()
    call_command(name, *args, stdout=out, **options)
    return out.getvalue()


def test_merge_and_unmerge_with_the_preview_as_text_and_an_entry_by_name(livio):
    dry = run("merge_players", "livio_lupo1", "livio_lupo", "--reason", "one", "--dry-run")
    assert "1 matches move" in dry
    assert "torre 2026-10, 1 matches (open: at once)" in dry
    assert "livio_lupo: no rank, 9 points in 1 matches -> no rank, 18 points in 2 matches" in dry
    assert not Merge.objects.exists()
    run("merge_players", "livio_lupo1", "livio_lupo", "--reason", "one", "--as", "zoe@example.org")
    entry = AuditEntry.objects.get(act="player.merged")
    assert (entry.actor.email, entry.reason) == ("zoe@example.org", "one")
    with pytest.raises(CommandError, match="one player already"):
        run("merge_players", "livio_lupo1", "livio_lupo", "--reason", "again")
    run("unmerge_player", "livio_lupo1", "--reason", "no")
    assert Player.objects.get(slug="livio_lupo1").state == "provisional"
    with pytest.raises(CommandError, match="is merged"):
        run("unmerge_player", "livio_lupo1", "--reason", "no")


def test_an_account_without_the_role_does_not_merge_by_command_either(livio):
    with pytest.raises(CommandError, match="may not merge"):
        run("merge_players", "livio_lupo1", "livio_lupo", "--reason", "one", "--as", "livio@example.org")
    with pytest.raises(CommandError, match="no player has the address"):
        run("merge_players", "nobody", "livio_lupo", "--reason", "one")


def test_reasons_of_commands_are_kept_and_counted_like_those_of_forms(livio):
    with pytest.raises(CommandError, match="1000"):
        run("merge_players", "livio_lupo1", "livio_lupo", "--reason", "e\u0301" * 1_001)
    run("merge_players", "livio_lupo1", "livio_lupo", "--reason", "\u202e\x07" + "e\u0301" * 1_000)
    assert AuditEntry.objects.get(act="player.merged").reason == "é" * 1_000


def test_find_duplicates_and_name_history_list(livio):
    assert "livio_lupo1 -> livio_lupo: the same name but for digits at the end" in run("find_duplicates")
    history = run("name_history", "LIVIO_LUPO")
    assert "livio_lupo (livio_lupo, identified)" in history
    assert "livio_lupo1" not in history
    with pytest.raises(CommandError, match="near: livio_lupo"):
        run("name_history", "livio_lupx")


def test_a_file_that_cannot_be_written_is_refused_in_words(livio, tmp_path):
    with pytest.raises(CommandError, match="No such file or directory"):
        run("export_person", "livio_lupo", to=tmp_path / "missing" / "x.zip")


def test_nobody_is_merged_into_himself(livio):
    with pytest.raises(CommandError, match="one player already"):
        run("merge_players", "livio_lupo", "livio_lupo", reason="x", two_accounts=True, two_entrants=True)


def test_export_person_holds_all_that_is_known(livio, tmp_path):
    assert "Dry run" in run("export_person", "livio_lupo", "--dry-run", to=tmp_path / "x.zip")
    assert not (tmp_path / "x.zip").exists()
    run("export_person", "livio_lupo", "--as", "zoe@example.org", to=tmp_path / "x.zip")
    assert AuditEntry.objects.get(act="player.exported").actor.email == "zoe@example.org"
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        told = json.loads(archive.read("person.json"))
        assert "alhambra" in archive.read("results.csv").decode()
    assert told["account"]["email"] == "livio@example.org"
    assert told["player"]["names"][0]["text"] == "livio_lupo"
    assert [match["place"] for match in told["matches"]] == [1]


def test_anonymise_person_at_once_but_not_on_a_dry_run(livio):
    run("anonymise_person", "livio_lupo", "--dry-run")
    assert Player.objects.filter(name="livio_lupo").exists()
    assert "from now on" in run("anonymise_person", "livio_lupo", "--as", "zoe@example.org")
    assert not Player.objects.filter(name="livio_lupo").exists()
    with pytest.raises(CommandError):
        run("anonymise_person", "livio_lupo")


def test_a_dry_run_leaves_no_file_behind(livio):
    submission_create(a_record(71001, ended=1_792_000_000), name="ada.json", uploader=None)
    while verifications_run():
        pass
    player, stored = Player.objects.get(name="ada"), set(storage.hashes())
    assert "from now on" in run("anonymise_person", player.slug, "--dry-run")
    assert set(storage.hashes()) == stored
    run("anonymise_person", player.slug)
    assert set(storage.hashes()) - stored == {Submission.objects.get().sha256}
