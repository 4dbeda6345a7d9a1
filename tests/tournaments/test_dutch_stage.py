"""FIDE's Dutch system in a tournament: a worker pairs; report files go in and out."""

import io
from datetime import timedelta
from fractions import Fraction

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import queue
from games.models import Game, Match, Player
from ladder.celery import app
from tests.factories import a_user
from tests.tournaments.events import Event
from tests.tournaments.test_dutch import NAMES as FILES
from tests.tournaments.test_dutch import as_played, texts
from tournaments.models import PairingJob, Tournament
from tournaments.selectors.board import board_of
from tournaments.selectors.chess import trf_of
from tournaments.selectors.standings import stage_rows
from tournaments.selectors.trf_files import trf_text
from tournaments.services import dutch_jobs
from tournaments.services.dutch_jobs import dutch_ask, job_of, jobs_run, jobs_sweep
from tournaments.services.entrants import entrant_drop
from tournaments.services.errors import Changed, Refused
from tournaments.services.trf_import import trf_import, trf_preview
from tournaments.terms import StageTerms, Terms
from tournaments.trf import WORTH, Cell, Entry, Trf, about, read_trf, write_trf

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
TWO = Terms(wanted=2, least=2, most=2, points={2: (1, 0)}, check_in=False)
NAMES = "ann bob cid dot eve fay gil".split()
DUTCH = StageTerms(rounds=4, pairing="dutch")


@pytest.fixture(autouse=True)
def bells(monkeypatch) -> list[str]:
    rung: list[str] = []
    monkeypatch.setattr(queue, "ring", lambda task, *_ids: rung.append(task) or True)
    return rung


def begun(people: int = 7) -> Event:
    return Event(NAMES[:people], TWO, [DUTCH])


def ask(event: Event) -> PairingJob:
    stage = event.stage()
    return dutch_ask(stage, version=stage.version, by=event.by)


def test_a_worker_lays_the_draft_and_the_job_tells_how_it_went(bells, django_capture_on_commit_callbacks):
    event = begun()
    with django_capture_on_commit_callbacks(execute=True):
        job = ask(event)
    assert (job.state, bells) == ("queued", ["ladder.dutch_run"])
    assert ask(event) == job
    assert jobs_run() == 1
    assert jobs_run() == 0
    assert job_of(event.stage()).state == "done"
    draft = event.stage().rounds.get()
    assert event.tables(draft) == ["ann dot", "eve bob", "cid fay"]
    assert event.byes(draft) == ["gil"]
    event.publish(draft)
    for told in ("ann, dot", "eve = bob", "cid, fay -"):
        event.result(told)
    ask(event)
    jobs_run()
    second = event.stage().rounds.get(number=2)
    met = {frozenset(table.split()) for table in event.tables(draft)}
    assert not met & {frozenset(table.split()) for table in event.tables(second)}
    assert event.byes(second) != ["gil"]


def test_who_left_is_not_paired_and_who_stays_is():
    event = begun()
    ask(event)
    jobs_run()
    event.publish(event.stage().rounds.get())
    for told in ("ann, dot", "eve, bob", "cid, fay"):
        event.result(told)
    entrant = event.entrant("ann")
    entrant_drop(entrant, version=entrant.version, by=event.by)
    ask(event)
    jobs_run()
    second = event.stage().rounds.get(number=2)
    people = " ".join(event.tables(second)).split() + event.byes(second)
    assert sorted(people) == NAMES[1:]


def test_a_job_for_what_has_changed_meanwhile_lays_nothing():
    event = begun()
    job = ask(event)
    stage = event.stage()
    type(stage).objects.filter(pk=stage.pk).update(version=stage.version + 1)
    jobs_run()
    job.refresh_from_db()
    assert (job.state, job.problem) == ("failed", {"code": "changed"})
    assert not event.stage().rounds.exists()
    again = ask(event)
    assert again != job
    assert ask(event) == again


def test_a_new_wish_replaces_a_job_of_before():
    event = begun()
    old = ask(event)
    stage = event.stage()
    type(stage).objects.filter(pk=stage.pk).update(version=stage.version + 1)
    new = ask(event)
    old.refresh_from_db()
    assert (old.state, new.state) == ("failed", "queued")
    with pytest.raises(Changed):
        dutch_ask(stage, version=stage.version, by=event.by)


def test_the_job_of_a_dead_worker_is_taken_up_and_given_up_after_some_attempts(bells):
    event = begun()
    job = ask(event)
    assert dutch_jobs._claim() == job
    assert jobs_run() == 0
    jobs_sweep()
    assert bells == []
    PairingJob.objects.update(lease_until=timezone.now() - timedelta(minutes=5))
    jobs_sweep()
    assert bells == ["ladder.dutch_run"]
    assert jobs_run() == 1
    assert job_of(event.stage()).state == "done"
    PairingJob.objects.update(state="queued", attempts=3)
    assert jobs_run() == 0
    assert job_of(event.stage()).problem == {"code": "lost"}


def test_a_worker_that_lost_its_lease_lays_nothing():
    event = begun()
    ask(event)
    job = dutch_jobs._claim()
    PairingJob.objects.update(lease_until=timezone.now() - timedelta(minutes=5))
    assert jobs_run() == 1
    dutch_jobs._run(job)
    assert job_of(event.stage()).state == "done"
    assert event.stage().rounds.count() == 1


def test_a_fault_of_ours_is_tried_again_and_then_told(monkeypatch):
    event = begun()
    ask(event)

    def broken(*_args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(dutch_jobs, "pair_dutch", broken)
    assert jobs_run() == 3
    assert job_of(event.stage()).problem == {"code": "fault", "problem": "ZeroDivisionError"}


def test_where_no_pairing_is_left_the_job_says_so():
    event = begun(2)
    ask(event)
    jobs_run()
    event.publish(event.stage().rounds.get())
    event.result("ann, bob")
    ask(event)
    jobs_run()
    assert job_of(event.stage()).problem == {"code": "no_pairing"}


def test_a_page_never_pairs_such_a_stage_itself_and_other_stages_are_not_asked_for():
    event = begun()
    with pytest.raises(Refused) as refused:
        event.pair()
    assert refused.value.code == "paired_by_a_worker"
    other = Event(NAMES[:4], TWO, [StageTerms(rounds=2)], by=a_user("tito"))
    with pytest.raises(Refused) as refused:
        ask(other)
    assert refused.value.code == "not_dutch"
    with pytest.raises(Refused) as refused:
        Event(NAMES[:4], Terms(check_in=False), [DUTCH], by=a_user("vito"))
    assert refused.value.code == "dutch_is_for_two"


def test_the_workers_know_the_task():
    assert "ladder.dutch_run" in app.tasks
    assert "ladder.tournaments_run" in app.tasks


@pytest.mark.parametrize("name", FILES[:3])
def test_a_file_becomes_a_tournament_with_the_same_points_and_the_same_next_round(name):
    text = texts()[name]
    tournament = trf_import(text, game=_chess(), by=a_user("rosa"))
    assert tournament.state == "running"
    trf = read_trf(text)
    stage = tournament.stages.get()
    assert stage.rounds.count() == trf.played
    board = board_of(stage.pk)
    told = [sum(trf.worth[cell.result] for cell in one.cells) for one in sorted(trf.entries, key=lambda one: one.start)]
    assert [entry.points for entry in trf_of(board).entries] == told
    assert len(stage_rows(board)) == len(trf.entries)
    for number in range(1, trf.played + 1):
        assert as_played(trf_of(board), number) == as_played(trf, number)
    again = trf_import(trf_text(board), game=_chess(), by=tournament.roles.get().user)
    assert Player.objects.count() == len(trf.entries)
    assert again.stages.get().rounds.count() == trf.played


def _chess() -> Game:
    return Game.objects.get_or_create(key="chess", defaults={"name": "Chess", "seats_min": 2, "seats_max": 2})[0]


FILE = write_trf(
    Trf(
        entries=(
            Entry(start=1, about=about("Rossi, Ada", rating=1500), points=Fraction(1), cells=(Cell(2, "w", "1"),)),
            Entry(start=2, about=about("Bianchi, Bea", rating=1400), cells=(Cell(1, "b", "0"),)),
            Entry(start=3, about=about("Verdi"), points=Fraction(1), cells=(Cell(0, "-", "U"),)),
        ),
        rounds=3,
        records=("012 Torneo d'autunno", "042 2026/10/03"),
    ),
    "TRF16",
)


def test_a_preview_tells_what_a_file_would_become():
    preview = trf_preview(FILE)
    assert (preview.name, str(preview.began), preview.rounds, preview.played) == (
        "Torneo d'autunno", "2026-10-03", 3, 1
    )  # fmt: skip
    assert [name for _start, name, _player in preview.players] == ["Ada Rossi", "Bea Bianchi", "Verdi"]
    assert (preview.matches, preview.problems) == (1, ())
    assert not Tournament.objects.exists()


def test_everything_that_is_wrong_is_told_by_line_and_nothing_is_written():
    lines = FILE.splitlines()
    lines[4] = lines[4].replace("1 b 0", "9 b 0")
    lines[5] = lines[5].replace("001    3", "001    x")
    assert lines[3].startswith("001    1")
    lines.append(lines[3])
    found = [(one.code, one.line) for one in trf_preview("\n".join(lines)).problems]
    assert ("player", 6) in found
    assert ("unknown_opponent", 5) in found
    assert ("twice", 7) in found
    with pytest.raises(Refused) as refused:
        trf_import("\n".join(lines), game=_chess(), by=a_user("rosa"))
    assert refused.value.facts["line"] > 0
    assert not Tournament.objects.exists()
    assert not Match.objects.exists()


def test_half_a_bye_in_the_middle_counts_and_a_wish_for_the_next_round_is_no_round():
    cells = (
        (Cell(2, "w", "1"), Cell(0, "-", "H"), Cell(3, "b", "1")),
        (Cell(1, "b", "0"), Cell(0, "-", "U"), Cell(0, "-", "H"), Cell(0, "-", "H")),
        (Cell(0, "-", "F"), Cell(0, "-", "Z"), Cell(1, "w", "0")),
    )
    entries = tuple(
        Entry(start=start, about=about(name), cells=row, points=sum((WORTH[one.result] for one in row), Fraction(0)))
        for start, (name, row) in enumerate(zip(("Ada", "Bea", "Cleo"), cells, strict=True), start=1)
    )
    text = write_trf(Trf(entries=entries, rounds=5, worth={**WORTH, "1": Fraction(3), "U": Fraction(3)}))
    preview = trf_preview(text)
    assert {one.code for one in preview.problems} == {"absent_next", "points"}
    assert preview.is_possible
    tournament = trf_import(text, game=_chess(), by=a_user("rosa"))
    board = board_of(tournament.stages.get().pk)
    points = {board.entrants[row.entrant].player.name: row.points for row in stage_rows(board)}
    assert points == {"Ada": Fraction(13, 2), "Bea": Fraction(7, 2), "Cleo": Fraction(3)}
    assert tournament.entrants.get(player__name="Bea").state == "active"
    assert read_trf(trf_text(board)).entries[0].cells == cells[0]
    page = Client(headers={"accept-language": "en"}).get(f"/tournaments/{tournament.slug}/standings/?why=ada")
    assert "half a bye, 0.5 points" in page.content.decode()


def test_every_sign_of_the_file_keeps_its_worth_both_ways():
    """A bye of the pairing gives half a point here; a full-point bye and a forfeit are a win, whatever that gives."""
    rows = [
        "F 4W 3+ 2=",
        "H 3L 4D 1=",
        "U 2W 1- 4-",
        "Z 1L 2D 3-",
    ]
    entries = []
    worth = {**WORTH, "U": Fraction(1, 2)}
    for start, row in enumerate(rows, start=1):
        cells = tuple(
            Cell(int(one[:-1] or 0), "-" if len(one) == 1 else "w" if start < int(one[0]) else "b", one[-1])
            for one in row.split()
        )
        points = sum((worth[one.result] for one in cells), Fraction(0))
        entries.append(Entry(start=start, about=about(f"player {start}"), points=points, cells=cells))
    text = write_trf(Trf(entries=tuple(entries), rounds=4, worth=worth))
    assert not trf_preview(text).problems
    tournament = trf_import(text, game=_chess(), by=a_user("rosa"))
    board = board_of(tournament.stages.get().pk)
    assert {row.entrant: row.points for row in stage_rows(board)} == dict(
        zip(board.field, [Fraction(7, 2), Fraction(3, 2), Fraction(3, 2), Fraction(1, 2)], strict=True)
    )
    for edition in ("TRF16", "TRF26"):
        again = read_trf(trf_text(board, edition))
        assert [entry.cells for entry in again.entries] == [entry.cells for entry in entries]
        assert [entry.points for entry in again.entries] == [entry.points for entry in entries]
    told = trf_preview(text.replace("A 0.0", "A 0.5")).problems
    assert "absence_points" in {one.code for one in told}


def test_points_that_do_not_follow_from_the_results_are_noted():
    [note] = trf_preview(FILE.replace(" 1.0 ", " 3.0 ", 1)).problems
    assert (note.code, note.line, note.blocking) == ("points", 4, False)


def test_commands_bring_files_in_and_out(tmp_path):
    a_user("rosa")
    _chess()
    path = tmp_path / "event.trf"
    path.write_text(FILE)
    out = io.StringIO()
    call_command("import_trf", str(path), "--game", "chess", "--as", "rosa@example.org", "--dry-run", stdout=out)
    assert "3 players (3 new), 1 of 3 rounds, 1 tables" in out.getvalue()
    assert not Tournament.objects.exists()
    call_command("import_trf", str(path), "--game", "chess", "--as", "rosa@example.org", stdout=out)
    slug = Tournament.objects.get().slug
    for edition in ("TRF16", "TRF26"):
        written = io.StringIO()
        call_command("export_trf", slug, "--edition", edition, stdout=written)
        assert written.getvalue().startswith("012 Torneo d'autunno\n042 2026/10/03\n")
        assert [entry.cells for entry in read_trf(written.getvalue()).entries] == [
            entry.cells for entry in read_trf(FILE).entries
        ]
    with pytest.raises(CommandError):
        call_command("export_trf", "nothing", stdout=io.StringIO())
    path.write_text("012 empty\n")
    err = io.StringIO()
    with pytest.raises(CommandError):
        call_command("import_trf", str(path), "--game", "chess", "--as", "rosa@example.org", stderr=err)
    assert "no_players" in err.getvalue()


def test_on_the_desk_the_director_asks_looks_and_finds_the_draft():
    event = begun()
    client = Client()
    client.force_login(event.by)
    desk = f"/desk/tournaments/{event.tournament.slug}/"

    def draft() -> None:
        stage = event.stage()
        answer = client.post(f"{desk}stages/1/pair/", {"version": stage.version})
        assert answer.status_code == 302

    assert b"can be drafted" in client.get(desk, headers={"accept-language": "en"}).content
    draft()
    assert b"A worker pairs round 1: waiting" in client.get(desk, headers={"accept-language": "en"}).content
    jobs_run()
    assert b"is a draft" in client.get(desk, headers={"accept-language": "en"}).content
