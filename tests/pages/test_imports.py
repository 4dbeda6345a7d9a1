"""The wizard for old months, as Sara uses it: bring, put right, look, import, take back."""

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games import queue
from games.models import AuditEntry, Game, Match, Name, Notice, Player, User
from games.selectors.players import players_list
from games.services.matches import match_dispute, match_restore
from ladder.desk.names import unchecked
from ladder.desk.reach import Reach
from ladder.imports.progress import Step, step_note
from ladder.invariants import broken
from ladder.models import Import, ImportedTotal, ImportTemplate, Ladder, Role, Season
from ladder.selectors.imports import totals_of
from ladder.services import import_jobs
from ladder.services.import_jobs import import_ask, import_work, imports_ring
from ladder.services.ladders import role_grant
from ladder.services.people import merge_undo, players_merge
from ladder.views import imports
from tests.factories import a_league, a_player, a_user
from tests.ladder.september import as_csv, as_xlsx, rows
from tests.pages.importing import HOME, Sara, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_september_through_the_page(sara: Sara) -> None:
    book = as_xlsx()
    page = text_of(sara.bring(book, "settembre.xlsx"))
    assert "How is it written?" in page
    told = sara.check()
    for words in ("36 rows accepted", "11 new matches", "0 duplicates", "13 names", "1 near name ", "0 lines rejected"):
        assert words in told
    assert "Near in this file: livio_lupo1" in told
    assert "September 2026 The ranking as it would be, from 11 matches." in told
    assert not Match.objects.exists()
    assert "11 matches were imported" in sara.post("run/")
    assert Player.objects.filter(name__startswith="livio_lupo", state="provisional").count() == 2
    assert set(Name.objects.values_list("source", flat=True)) == {"import"}
    assert "11 duplicates" in sara.check()
    assert "0 new matches" in sara.check()
    assert "this is that import" in text_of(sara.bring(book, "copy.xlsx"))
    assert Match.objects.count() == 11
    assert broken() == []


def test_the_same_table_written_otherwise_is_found_again(sara: Sara) -> None:
    sara.bring(as_csv())
    sara.post("run/")
    sara.bring(as_csv(delimiter="\t", charset="utf-16"))
    assert Import.objects.count() == 2
    told = sara.check()
    assert "11 duplicates" in told
    assert "Nothing in it is new" in sara.post("run/")
    assert Match.objects.count() == 11


def test_an_import_is_taken_back_as_a_whole_and_can_be_made_again(sara: Sara) -> None:
    sara.bring(as_csv())
    sara.post("run/")
    assert unchecked(Reach(sara.user))
    assert "Taken back." in sara.post("undo/")
    assert set(Match.objects.values_list("state", flat=True)) == {"void"}
    assert not unchecked(Reach(sara.user))
    assert not list(players_list())
    assert "13 names" in sara.check()
    assert "11 new matches" in sara.check()
    assert "11 matches were imported" in sara.post("run/")
    assert {"gufetta", "livio_lupo", "livio_lupo1"} <= set(players_list().values_list("slug", flat=True))
    assert players_list().count() == 13
    assert Match.objects.exclude(state="void").count() == 11
    sara.post("undo/")
    struck = Match.objects.latest("pk")
    match_restore(struck, version=struck.version, by=sara.user)
    assert set(players_list()) == {seat.player for seat in struck.seats.all()}
    assert broken() == []


def test_once_somebody_built_on_it_it_stays(sara: Sara) -> None:
    sara.bring(as_csv())
    sara.post("run/")
    match = Match.objects.earliest("pk")
    match_dispute(match, version=1, by=sara.user, reason="not so", official=True)
    before = AuditEntry.objects.count()
    assert "cannot be taken back as a whole: 1 of its matches" in sara.post("undo/")
    assert AuditEntry.objects.count() == before
    assert not Match.objects.filter(state="void").exists()


def test_a_worker_does_it_and_the_page_shows_how_far_he_is(sara: Sara, monkeypatch: Any) -> None:
    sara.bring(as_csv())
    told = sara.ask("run/")
    assert "The file is being imported" in told
    assert "Step 0 of 4 It waits for a worker." in told
    assert "Look again" in told
    assert not Match.objects.exists()
    page = f"{HOME}{sara.source().pk}/"
    step_note(sara.source().pk, Step.COUNTING)
    part = sara.client.get(f"{page}check/", headers={"hx-request": "true"})
    assert "Step 3 of 4 Their months are counted." in text_of(part)
    assert "<html" not in part.content.decode()
    assert sara.client.get(page).status_code == 302
    assert "being imported" in text_of(sara.client.get(HOME))
    for act in ("run/", "undo/", "check/"):
        assert "A worker has this import in hand." in sara.ask(act)
    assert import_work(sara.source().pk)
    assert sara.client.get(f"{page}check/", headers={"hx-request": "true"}).headers["HX-Refresh"] == "true"
    assert "11 matches were imported" in sara.check()
    assert not import_work(sara.source().pk)
    entry = AuditEntry.objects.get(act="import.done")
    assert (entry.actor, entry.role, entry.origin) == (sara.user, "manager", "page")
    notice = Notice.objects.get(kind="import.done")
    assert (notice.user, notice.facts["matches"]) == (sara.user, 11)


def test_the_dry_run_of_a_large_file_is_a_worker_s_too(sara: Sara, monkeypatch: Any) -> None:
    monkeypatch.setattr("games.limits.IMPORT_AT_ONCE_BYTES", 100)
    monkeypatch.setattr(imports, "dry_run_of", None)  # the page makes none by itself
    sara.bring(as_csv())
    a_player("livio_lupo2")
    assert "A worker looks at a file of this size." in sara.check()
    told = sara.ask("look/")
    assert "The file is being looked at" in told
    assert "Step 0 of 2 It waits for a worker." in told
    assert "A worker has this import in hand." in sara.ask("look/")
    assert import_work(sara.source().pk)
    told = sara.check()
    for words in ("36 rows accepted", "11 new matches", "livio_lupo2 is meant", "1 gufetta 4 32"):
        assert words in told
    assert not Match.objects.exists()
    sara.ask("check/", **{"name:livio_lupo1": "livio_lupo2"})
    assert import_work(sara.source().pk)
    assert "livio_lupo2 is meant" in sara.check()
    assert "11 matches were imported" in sara.post("run/")
    assert "36 rows" not in sara.check(), "what a second import would find is looked at when somebody asks"
    assert "11 duplicates" in sara.post("look/")


def test_a_worker_that_died_is_followed_by_another_and_three_are_enough(sara: Sara, monkeypatch: Any) -> None:
    rung: list[tuple[object, ...]] = []
    monkeypatch.setattr(queue, "ring", lambda *args: rung.append(args))
    sara.bring(as_csv())
    source = import_ask(sara.source(), "run", version=1, by=sara.user)
    with monkeypatch.context() as patched:
        patched.setattr(import_jobs, "_carry_out", _die)
        for attempt in (1, 2, 3):
            with pytest.raises(MemoryError):
                import_work(source.pk)
            assert not import_work(source.pk)
            imports_ring()
            assert len(rung) == attempt - 1
            Import.objects.update(lease_until=timezone.now())
            imports_ring()
            assert rung[-1] == ("ladder.imports_run", source.pk)
        assert not import_work(source.pk)
    assert "It failed three times, by our fault." in sara.check()
    assert not Match.objects.exists()
    assert "11 matches were imported" in sara.post("run/")


def _die(_pk: int) -> None:
    raise MemoryError


def test_who_is_no_manager_any_more_imports_nothing(sara: Sara) -> None:
    sara.bring(as_csv())
    sara.ask("run/")
    Role.objects.filter(user=sara.user).delete()
    import_work(sara.source().pk)
    assert (sara.source().job, sara.source().problem["code"]) == ("", "role")
    assert not Match.objects.exists()


def test_two_managers_at_once(sara: Sara) -> None:
    sara.bring(as_csv())
    seen = sara.source().version
    sara.post("run/")
    answer = sara.client.post(f"{HOME}{sara.source().pk}/run/", {"version": seen}, follow=True)
    assert "Somebody changed this import meanwhile" in text_of(answer)
    assert Match.objects.count() == 11
    assert sara.client.post(f"{HOME}{sara.source().pk}/run/", {}).status_code == 400


def test_only_managers_come_in(sara: Sara) -> None:
    sara.bring(as_csv())
    page = f"{HOME}{sara.source().pk}/"
    other = a_user("charlie")
    role_grant(other, "manager", ladder=a_league("altra"))
    stranger = Client()
    stranger.force_login(other, backend="allauth.account.auth_backends.AuthenticationBackend")
    for address in (HOME, page, f"{page}check/"):
        assert Client().get(address).status_code == 302
        assert stranger.get(address).status_code == 403
    for act in ("run/", "undo/", "look/"):
        assert stranger.post(page + act, {"version": 1}).status_code == 403
    assert stranger.get(f"/leagues/altra/imports/{sara.source().pk}/").status_code == 404


def test_an_old_month_closes_at_once_and_a_late_one_counts(sara: Sara) -> None:
    with time_machine.travel("2026-11-20T08:00:00Z", tick=False):
        sara.log_in()
        sara.bring(as_csv())
        sara.post("run/")
        season = Season.objects.get(year=2026, month=9)
        revision = season.revisions.get()
        assert (season.revision, revision.origin, revision.matches) == (1, "imported", 11)
        first = season.ranking_rows.filter(revision=1).earliest("position")
        assert (first.player.name, first.points) == ("gufetta", 32)
        assert not hasattr(season, "pending")


def test_a_month_in_its_grace_waits_for_its_manager(sara: Sara) -> None:
    sara.bring(as_csv())
    sara.post("run/")
    assert Season.objects.get(year=2026, month=9).revision == 0


def test_totals_only(sara: Sara) -> None:
    raw = b"Mese;Giocatore;Punti;Partite\n2025-03;Ada;41,5;6\n2025-03;Bruno;38;5\n2025-04;Ada;20;3\n"
    with time_machine.travel("2026-11-20T08:00:00Z", tick=False):
        sara.log_in()
        sara.bring(raw, "totali.csv")
        assert sara.source().layout["kind"] == "totals"
        assert "3 totals without their matches" in sara.check()
        assert "The totals are imported." in sara.post("run/")
        assert ImportedTotal.objects.get(season__month=3, player__name="Ada").points == "83/2"
        month = text_of(Client(headers={"accept-language": "en"}).get("/leagues/torre/2025-03/"))
        assert "totals only" in month
        assert "41.5" in month
        archive = text_of(Client(headers={"accept-language": "en"}).get("/leagues/torre/archive/"))
        assert archive.count("totals only") == 2
        ada, whole = Player.objects.get(name="Ada"), a_player("Ada_nuova")
        page = text_of(Client(headers={"accept-language": "en"}).get("/players/ada/"))
        assert "Known from an import of old months; no matches since. April 2025 Lega Torre 20 points" in page
        merge = players_merge(ada, whole, by=None, reason="one")
        assert [total.player for total in totals_of(Season.objects.get(month=4))] == [whole]
        merge_undo(merge, by=None, reason="no")
        assert [total.player for total in totals_of(Season.objects.get(month=4))] == [ada]
        sara.post("undo/")
        assert not ImportedTotal.objects.exists()


def test_a_row_for_each_match(sara: Sara) -> None:
    raw = (
        b"Date,Game,Player 1,Score 1,Player 2,Score 2,Player 3,Score 3\n"
        b"2026-09-05,Alhambra,Ada,131,Bruno,120,,\n2026-09-06,Alhambra,Carla,90,Ada,90,Bruno,70\n"
    )
    sara.bring(raw)
    assert sara.source().layout["kind"] == "rows"
    assert "line is rejected" in text_of(sara.client.get(f"{HOME}{sara.source().pk}/"))
    assert "no places; name their column" in sara.check()
    sara.post("", **sara.form() | {"places": "most"})
    assert "2 new matches" in sara.check()
    sara.post("run/")
    places = Match.objects.latest("ended_at").seats.values_list("player__name", "place", "score")
    assert list(places) == [("Carla", 1, 90), ("Ada", 1, 90), ("Bruno", 3, 70)]


def test_a_mapping_is_kept_as_a_template(sara: Sara) -> None:
    lines = rows(("Spiel", "Wann", "Wer", "Platz"))
    sara.bring(as_csv(lines))
    form = sara.form() | {
        "header": "on",
        "kind": "seats",
        "column-0": "game",
        "column-1": "end",
        "column-2": "player",
        "column-3": "place",
        "dates": "dmy",
        "template": "Wien",
    }
    sara.post("", **form, again="1")
    sara.post("", **sara.form() | form)
    assert "11 new matches" in sara.check()
    assert ImportTemplate.objects.get().body["heads"]["wer"] == "player"
    sara.bring(as_csv(lines[:5]), "next.csv", template="Wien")
    assert "1 new match" in sara.check()


def test_near_names_are_offered_and_never_taken(sara: Sara) -> None:
    ada, bruno = a_player("livio_lupo2"), a_player("gufetta")
    sara.bring(as_csv())
    told = sara.check()
    assert "livio_lupo2 is meant" in told
    sara.post("check/", **{"name:livio_lupo1": ada.slug})
    sara.post("run/")
    assert ada.seats.count() == 2
    assert bruno.seats.count() == 4
    assert not Player.objects.filter(name="livio_lupo1").exists()
    sara.post("undo/")
    assert {player.name for player in players_list()} == {"livio_lupo2", "gufetta"}
    assert [name.text for name in ada.names.all()] == ["livio_lupo2"], "a wrong answer goes with its import"


def test_a_name_that_several_bear_must_be_decided(sara: Sara) -> None:
    a_player("gufetta")
    second = a_player("gufetta")
    sara.bring(as_csv())
    told = sara.check()
    assert "Several players were called just so" in told
    assert "several players were called gufetta; say below who is meant" in told
    assert "7 new matches" in told
    sara.post("check/", **{"name:gufetta": second.slug})
    assert "11 new matches" in sara.check()


def test_a_game_that_is_not_here_is_asked_for(sara: Sara) -> None:
    raw = b"Game;End;Player;Place\nAzul;2026-09-05 20:00;Ada;1\nAzul;2026-09-05 20:00;Bruno;2\n"
    sara.bring(raw + "Go;2026-09-06 20:00;Zoë;1\nGo;2026-09-06 20:00;ZOE;2\n".encode())
    assert "the game Azul is not here" in sara.check()
    sara.post("check/", **{"game:Azul": "+", "game:Go": "+"})
    assert not Game.objects.filter(key="azul").exists()
    sara.post("run/")
    assert Game.objects.get(key="azul").name == "Azul"
    assert Match.objects.get().game.key == "azul"
    assert "is not here" not in sara.check()
    assert not Game.objects.filter(name="Go").exists(), "no match of it was taken"
    assert not Player.objects.filter(slug__startswith="zo").exists(), "nor of her"


def test_the_choice_about_a_probable_duplicate_is_followed(sara: Sara) -> None:
    sara.bring(as_csv())
    sara.post("run/")
    lines = rows()[:5]
    for line in lines[1:]:
        line[1] = "02/09/2026 21:35"
    sara.bring(as_csv(lines))
    sara.post("", **sara.form() | {"dates": "dmy"})
    User.objects.update(time_zone="America/Sao_Paulo")
    told = sara.check()
    assert "probably here already" in told
    assert "2 Sep, 21:35 (Rome)" in told, "by the league's clocks, as in the file, wherever she lives"
    sara.post("check/", **{"choice:2": "take"})
    assert "1 new match" in sara.check()
    sara.post("run/")
    assert Match.objects.count() == 12


def test_another_result_for_a_bga_table_opens_a_dispute(sara: Sara) -> None:
    head = "Table;Game;End;Player;Place\n"
    sara.bring((head + "7001;Alhambra;2026-09-05 20:00;Ada;1\n7001;Alhambra;2026-09-05 20:00;Bruno;2\n").encode())
    sara.post("run/")
    other = head + "7001;Alhambra;2026-09-05 20:00;Ada;2\n7001;Alhambra;2026-09-05 20:00;Bruno;1\n"
    other += "7002;Alhambra;2026-09-06 20:00;Ada;2\n7002;Alhambra;2026-09-06 20:00;Bruno;1\n"
    sara.bring(other.encode())
    assert "a dispute is opened" in sara.check()
    sara.post("run/")
    assert dict(Match.objects.values_list("table_id", "state")) == {"7001": "disputed", "7002": "confirmed"}


def test_the_month_follows_the_league_s_clocks(sara: Sara) -> None:
    raw = b"Game;End;Player;Place\n"
    for end in ("2026-08-31T22:00:00Z", "2026-08-31T21:59:59Z", "2026-08-31 23:59:59", "2026-09-01 00:00:01"):
        raw += f"Alhambra;{end};Ada {end[-5:-1]};1\nAlhambra;{end};Bruno;2\n".encode()
    sara.bring(raw)
    sara.post("run/")
    months = [match.ended_at.astimezone(sara.league.zone).month for match in Match.objects.order_by("pk")]
    assert months == [9, 8, 8, 9]


def test_a_formula_is_never_computed(sara: Sara) -> None:
    lines = rows()
    lines[1][2] = '=HYPERLINK("http://example.org")'
    sara.bring(as_xlsx(lines))
    assert "example.org" not in sara.check()
    assert "a name is missing" in sara.check()


def test_every_league_has_its_own_imports(sara: Sara) -> None:
    assert Ladder.objects.count() == 1
    sara.bring(as_csv())
    assert sara.client.get(f"{HOME}999999/").status_code == 404


def test_an_id_decides_whatever_somebody_is_called_now(sara: Sara) -> None:
    ada = a_player("Ada")
    number = ada.identities.get().platform_id
    other = a_player("Ada2")
    raw = (
        "Gioco;Fine;Giocatore;ID BGA;Posto\n"
        f"Alhambra;2026-09-05 20:00;Ada_nuova;{number};1\nAlhambra;2026-09-05 20:00;Ada2;{other.identities.get().platform_id};2\n"
        f"Alhambra;2026-09-06 20:00;Ada;{other.identities.get().platform_id};1\nAlhambra;2026-09-06 20:00;Ada2;{number};2\n"
    ).encode()
    sara.bring(raw)
    sara.post("run/")
    assert list(Match.objects.earliest("ended_at").seats.values_list("player", flat=True)) == [ada.pk, other.pk]
    assert list(Match.objects.latest("ended_at").seats.values_list("player", flat=True)) == [other.pk, ada.pk]
    assert set(ada.names.values_list("text", flat=True)) >= {"Ada", "Ada_nuova", "Ada2"}
    sara.bring(b"Gioco;Fine;Giocatore;Posto\nAlhambra;2026-09-07 20:00;Ada;1\nAlhambra;2026-09-07 20:00;Bruno;2\n")
    assert "several players were called Ada" in sara.check()


def test_a_file_with_numbers_identifies_who_was_known_by_a_bare_name(sara: Sara) -> None:
    sara.bring(as_csv())
    sara.post("run/")
    gufetta = Player.objects.get(name="gufetta")
    sara.bring(
        b"Game,End,Player,BGA id,Place\nAlhambra,2026-09-30 20:00,gufetta,91000007,1\nAlhambra,2026-09-30 20:00,Ada,91000099,2\n"
    )
    assert "1 gufetta 5 41 2 adamanta" in sara.check()
    sara.post("run/")
    gufetta.refresh_from_db()
    assert not gufetta.is_provisional
    assert [identity.platform_id for identity in gufetta.identities.all()] == ["91000007"]
    assert gufetta.seats.count() == 5


def test_the_ranking_as_it_would_be_names_players_as_they_are_known_here(sara: Sara) -> None:
    a_player("gufetta")
    sara.bring(
        "Gioco;Fine;Giocatore;Posto\nAlhambra;2026-05-20 21:00;Gufètta;1\nAlhambra;2026-05-20 21:00;Ada;2\n".encode()
    )
    told = sara.check().partition("May 2026")[2]
    assert "gufetta" in told
    assert "Gufètta" not in told
