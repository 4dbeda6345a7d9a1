"""Being forgotten: seven days to think, then no name is left anywhere, and no number has changed."""

import gzip
import io
import json
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import TestCase
from openpyxl import Workbook

from games import storage
from games.models import AuditEntry, Deletion, Identity, Name, PersonExport, Player, Submission, User, Verification
from games.models.player import fold
from games.services.errors import NotAllowed, PersonRefused
from games.services.players import Seen, players_for
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.imports.sheets import read_rows
from ladder.invariants import broken
from ladder.models import Import, Publication, PublishTarget
from ladder.selectors.rankings import ranking
from ladder.services import leaving
from ladder.services.imports import import_start
from ladder.services.ladders import admin_grant, role_grant, season_open
from ladder.services.people import players_merge
from ladder.services.person_export import content, export_ask, exports_build
from ladder.tasks import people_sweep
from tests.factories import NOON, a_league, a_match, a_player, a_user
from tests.logs import a_record

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
LATER = datetime(2026, 11, 3, 12, tzinfo=UTC)


@pytest.fixture
def nuno():
    """nuno_mar with an account, three matches and a stored log."""
    with time_machine.travel(LATER, tick=False) as clock:
        a_league()
        user = a_user("nuno")
        player = a_player("nuno_mar", user)
        for day in range(3):
            a_match("nuno_mar", "gufetta", "hugo", ended_at=NOON + timedelta(day))
        yield user, player, clock


def month():
    return [
        (line.player.pk, line.rank, line.points, line.row.played)
        for table in [ranking(season_open(a_league(), 2026, 10))]
        for line in (*table.ranked, *table.below)
    ]


def test_after_seven_days_the_name_is_gone_and_the_numbers_stay(nuno):
    user, player, clock = nuno
    before = month()
    leaving.deletion_ask(user)
    people_sweep()
    assert Player.objects.filter(name="nuno_mar").exists()
    clock.shift(timedelta(days=7, minutes=1))
    people_sweep()
    people_sweep()
    player.refresh_from_db()
    assert player.state == "anonymised"
    assert player.name.startswith("Giocatore ")
    assert "nuno" not in player.slug
    assert not Name.objects.filter(player=player).exists()
    assert not Identity.objects.filter(player=player, platform_id__startswith="8").exists()
    user.refresh_from_db()
    assert not user.is_active
    assert "nuno" not in user.email
    assert month() == before
    assert Deletion.objects.get().state == "done"
    assert broken() == []


def test_he_may_change_his_mind(nuno):
    user, player, clock = nuno
    deletion = leaving.deletion_ask(user)
    assert leaving.deletion_ask(user) == deletion
    leaving.deletion_take_back(deletion, by=user)
    clock.shift(timedelta(days=8))
    assert leaving.deletions_run() == 0
    assert Player.objects.get(pk=player.pk).name == "nuno_mar"
    with pytest.raises(PersonRefused) as refused:
        leaving.deletion_take_back(deletion, by=user)
    assert refused.value.code == "state"


def test_somebody_without_an_account_waits_for_a_manager(nuno):
    _user, _player, clock = nuno
    hugo = Player.objects.get(name="hugo")
    deletion = leaving.deletion_ask_for(hugo, contact="hugo@example.org", words="please")
    clock.shift(timedelta(days=8))
    assert leaving.deletions_run() == 0
    with pytest.raises(NotAllowed):
        leaving.deletion_approve(deletion, by=a_user("charlie"))
    sara = a_user("sara")
    role_grant(sara, "manager", ladder=a_league())
    leaving.deletion_approve(deletion, by=sara)
    assert leaving.deletions_run() == 0
    clock.shift(timedelta(days=8))
    assert leaving.deletions_run() == 1
    assert Player.objects.get(pk=hugo.pk).is_anonymised
    deletion.refresh_from_db()
    assert (deletion.contact, deletion.words) == ("", "")


def test_the_last_admin_and_the_last_manager_hand_over_first(nuno):
    user, _player, _clock = nuno
    role_grant(user, "manager", ladder=a_league())
    with pytest.raises(PersonRefused) as refused:
        leaving.deletion_ask(user)
    assert refused.value.code == "last_manager"
    role_grant(a_user("tito"), "manager", ladder=a_league())
    admin_grant(user)
    with pytest.raises(PersonRefused) as refused:
        leaving.deletion_ask(User.objects.get(pk=user.pk))
    assert refused.value.code == "last_admin"


def test_his_id_still_finds_him_without_showing_him(nuno):
    _user, player, _clock = nuno
    number = player.identities.get().platform_id
    leaving.person_anonymise(player, by=None)
    [found] = players_for([Seen("nuno_mar", "bga", number)], at=NOON, source="record")
    assert found == player
    assert not Name.objects.filter(text="nuno_mar").exists()
    assert Player.objects.get(pk=player.pk).name.startswith("Giocatore")


def test_a_new_player_of_that_name_gets_another_address(nuno):
    _user, player, _clock = nuno
    leaving.person_anonymise(player, by=None)
    [other] = players_for([Seen("nuno_mar")], at=NOON, source="log")
    assert other.slug == "nuno_mar-2"


def test_players_merged_into_him_are_forgotten_with_him(nuno):
    _user, player, _clock = nuno
    [other] = players_for([Seen("nuno_mar1")], at=NOON, source="log")
    players_merge(other, player, by=None, reason="one person")
    leaving.person_anonymise(player, by=None)
    assert not Player.objects.filter(name__startswith="nuno").exists()
    assert not Player.objects.filter(slug__startswith="nuno").exists()


@pytest.mark.parametrize("packed", [False, True])
def test_stored_logs_lose_the_name_and_say_the_same(nuno, packed):
    raw = a_record(71001, ended=1_792_000_000)
    submission_create(gzip.compress(raw) if packed else raw, name="ada.json", uploader=None)
    while verifications_run():
        pass
    row = Verification.objects.get()
    player = Player.objects.get(name="ada")
    number = player.identities.get().platform_id
    before = (row.verdict, row.scores, row.moves)
    sha256 = row.submission.sha256
    assert leaving.person_anonymise(player, by=None) == []
    row.refresh_from_db()
    assert (row.verdict, row.scores, row.moves) == before
    submission = Submission.objects.get()
    assert submission.sha256 != sha256
    assert submission.name == ""
    stored = storage.load(submission.sha256)
    text = (gzip.decompress(stored) if packed else stored).decode()
    assert '"ada"' not in text
    assert number not in text
    assert number not in json.dumps(row.players)
    assert Player.objects.get(pk=player.pk).name in text


def test_the_history_names_no_name(nuno):
    user, player, _clock = nuno
    leaving.person_anonymise(player, by=user)
    for entry in AuditEntry.objects.all():
        assert "nuno" not in json.dumps(entry.facts)


def test_a_file_of_ones_data_is_built_by_the_worker_and_gone_after_a_week(nuno):
    user, _player, clock = nuno
    export = export_ask(user)
    assert export_ask(user) == export
    assert exports_build() == 1
    export.refresh_from_db()
    assert len(content(export)) == export.size
    assert exports_build() == 0
    clock.shift(timedelta(days=8))
    PersonExport.objects.update(at=LATER)
    exports_build()
    with pytest.raises(FileNotFoundError):
        content(export)
    assert not PersonExport.objects.exists()


def test_static_copies_follow(nuno):
    _user, player, _clock = nuno
    target = PublishTarget.objects.create(ladder=a_league(), name="web", kind="folder")
    leaving.person_anonymise(player, by=None)
    assert Publication.objects.filter(target=target).count() == 1


def test_what_is_kept_about_imports_names_him_no_more(nuno):
    _user, player, _clock = nuno
    name = player.name
    raw = f"Game;End;Player;Place\nAzul;2026-05-20 21:00;{name};1\n"
    source, _is_new = import_start(a_league("altra"), raw.encode(), name="x.csv", by=None)
    lines = [{"line": 2, "code": "player_twice", "facts": {"name": name}}]
    Import.objects.filter(pk=source.pk).update(
        answers={"names": {fold(name): "new", "ada": "ada"}}, summary={"lines": lines}, look={"people": [name]}
    )
    leaving.person_anonymise(player, by=None)
    source.refresh_from_db()
    assert name not in repr([source.answers, source.summary, source.look])
    assert source.answers["names"] == {"ada": "ada"}


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_table_itself_loses_the_name_and_says_the_same(nuno, kind):
    _user, player, _clock = nuno
    heads, game = ["Game", "End", "Player", "Place"], ["Azul", "2026-05-20 21:00"]
    rows = [heads, [*game, "NUNO_MAR", 1], [*game, "nuno_mara", 2], [], [*game, "Renée", 3]]
    if kind == "csv":
        raw = "\n".join(";".join(map(str, row)) for row in rows).encode("cp1252")
    else:
        book, out = Workbook(), io.BytesIO()
        for row in rows:
            book.active.append(row)
        book.active.merge_cells("A2:A3")
        book.properties.creator = player.name
        book.save(out)
        raw = out.getvalue()
    source, _is_new = import_start(a_league("altra"), raw, name=f"{player.name}.{kind}", by=None)
    before, known_by = read_rows(raw), source.sha256
    with TestCase.captureOnCommitCallbacks(execute=True):
        leaving.person_anonymise(player, by=None)
    source.refresh_from_db()
    player.refresh_from_db()
    kept = storage.load(source.sha256)
    told = read_rows(kept)
    assert [row.line for row in told] == [row.line for row in before]
    assert told[1].cells == (*before[1].cells[:2], player.name, before[1].cells[3])
    assert [told[0], *told[2:]] == [before[0], *before[2:]]
    assert b"nuno_mar" not in kept.lower().replace(b"nuno_mara", b"")
    assert (source.name, storage.path_of(known_by).exists()) == ("", False)
    assert import_start(a_league("altra"), raw, name="x", by=None) == (source, False)
    assert not storage.path_of(known_by).exists()
    assert not broken()
