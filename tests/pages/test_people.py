"""People through pages, without script: who is who, merges with their preview, being forgotten."""

import json
from datetime import timedelta

import pytest
import time_machine

from games.models import Claim, Deletion, DifferentPeople, DuplicateReport, Merge, PersonExport, Player, User
from games.services.naming import name_hide
from games.services.players import player_provisional
from ladder.models import Season
from ladder.ratings.lines import Line
from ladder.selectors.achievements import felled
from ladder.services import leaving
from ladder.services.people import claim_accept, players_merge
from ladder.services.person_export import exports_build
from tests.factories import NOON, a_match
from tests.pages.conftest import NOW, Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
MERGE = "/players/livio_lupo1/merge/?into=livio_lupo"


@pytest.fixture(autouse=True)
def _now():
    with time_machine.travel(NOW, tick=False):
        yield


def text(answer):
    return answer.content.decode()


def called(name: str) -> Player:
    return Player.objects.get(name=name)


def seen(answer) -> str:
    return answer.context["preview"].seen


def merge_by(torre: Torre, name: str = "sara", **more):
    client = torre.client(name)
    page = client.get(MERGE)
    Player.objects.get(name="livio_lupo1")
    values = {"into": "livio_lupo", "seen": seen(page), "reason": "one person", "two_accounts": "on"}
    return client.post("/players/livio_lupo1/merge/", values | more)


def test_who_has_not_played_here_yet_becomes_a_player_by_a_claim(torre: Torre) -> None:
    client = torre.client()
    client.force_login(User.objects.create_user(email="una@example.org"))
    assert "/account/player/" in text(client.get("/")), "the first thing to do"
    assert "/players/hugo_pt/claim/" in text(client.get("/account/player/?name=HUGO_pt"))
    assert "I am new here" not in text(client.get("/account/player/?name=hugo_pt"))
    assert "is here already" in text(client.post("/account/player/", {"name": "hugo_pt"}))
    page = text(client.get("/account/player/?name=livio_lupo3"))
    assert "/players/livio_lupo/claim/" in page, "a near name is offered"
    assert "I am new here" in page
    assert client.post("/account/player/", {"name": "una_nuova"}).status_code == 302
    claim = Claim.objects.get(user__email="una@example.org", state=Claim.State.OPEN)
    assert (claim.player.name, claim.player.state) == ("una_nuova", Player.State.PROVISIONAL)
    assert "asked for already" in text(client.post("/account/player/", {"name": "due_nuova"})), "one at a time"
    assert not Player.objects.filter(name="due_nuova").exists()
    claim_accept(claim, by=torre.people["sara"])
    assert client.get("/account/player/")["Location"] == "/players/una_nuova/"


def test_the_preview_shows_every_rank_that_moves_and_the_merge_does_it(torre: Torre) -> None:
    page = text(torre.client("sara").get(MERGE))
    assert "2 matches move" in page
    assert "September 2026" in page
    answer = merge_by(torre)
    assert (answer.status_code, answer["Location"]) == (302, "/players/livio_lupo/names/")
    merge = Merge.objects.get()
    old = torre.client().get("/players/livio_lupo1/")
    assert (old.status_code, old["Location"]) == (301, "/players/livio_lupo/")
    assert torre.client().get("/players/livio_lupo1.csv")["Location"] == "/players/livio_lupo.csv"
    assert "Formerly also livio_lupo1" in text(torre.client().get("/players/livio_lupo/"))
    assert "livio_lupo1" in text(torre.client().get("/players/livio_lupo/names/"))
    assert "livio_lupo1" not in text(torre.client().get("/players/"))
    assert "/players/livio_lupo/" in text(torre.client().get("/search/?q=livio_lupo1"))
    Season.objects.filter(year=2026, month=9).update(revision=1)
    assert "The pending revision of the merge goes" in text(torre.client("sara").get(f"/merges/{merge.pk}/undo/"))
    Season.objects.filter(year=2026, month=9).update(revision=0)
    answer = torre.client("sara").post(f"/merges/{merge.pk}/undo/", {"reason": "no"})
    assert answer["Location"] == "/players/livio_lupo1/"
    assert torre.client().get("/players/livio_lupo1/").status_code == 200
    assert "taken back already" in text(torre.client("sara").get(f"/merges/{merge.pk}/undo/"))


def test_who_saw_something_else_does_nothing_and_sees_it_as_it_is(torre: Torre) -> None:
    page = torre.client("sara").get(MERGE)
    a_match("livio_lupo", "gufetta", ended_at=NOON + timedelta(5))
    answer = torre.client("sara").post(
        "/players/livio_lupo1/merge/",
        {"into": "livio_lupo", "seen": seen(page), "reason": "my words", "two_accounts": "on"},
    )
    assert answer.status_code == 409
    assert "Something changed" in text(answer)
    assert "my words" in text(answer)
    assert seen(answer) != seen(page)
    assert not Merge.objects.exists()


def test_who_sat_at_one_table_is_shown_with_the_match_and_no_button(torre: Torre) -> None:
    match = a_match("livio_lupo", "livio_lupo1", ended_at=NOON + timedelta(5))
    page = text(torre.client("sara").get(MERGE))
    assert "they are two people" in page
    assert match.get_absolute_url() in page
    assert 'name="reason"' not in page
    assert merge_by(torre).status_code == 422


def test_two_ids_need_a_tick_and_a_merge_needs_a_reason(torre: Torre) -> None:
    assert "tick that" in text(merge_by(torre, two_accounts=""))
    assert merge_by(torre, reason=" ").status_code == 422
    assert not Merge.objects.exists()


def test_matches_that_came_later_go_where_they_are_ticked(torre: Torre) -> None:
    merge = players_merge(called("livio_lupo1"), called("livio_lupo"), by=None, reason="one", two_accounts=True)
    Merge.objects.update(at=NOON - timedelta(300))
    page = torre.client("sara").get(f"/merges/{merge.pk}/undo/")
    late = page.context["late"]
    assert len(late) == 2
    torre.client("sara").post(f"/merges/{merge.pk}/undo/", {"reason": "no"})
    assert called("livio_lupo1").seats.count() == 0
    assert all(match.seats.filter(player__name="livio_lupo").exists() for match in late)


LOGIN = "login"
ACTS = {
    # address                                visitor  account  player  arbiter  manager  admin
    "get /players/gufetta/claim/":          (LOGIN,   200,     200,    200,     200,     200),
    "get /players/gufetta/same/":           (LOGIN,   200,     200,    200,     200,     200),
    "get /players/gufetta/edit/":           (LOGIN,   403,     403,    403,     200,     200),
    "get /players/gufetta/merge/":          (LOGIN,   403,     403,    403,     200,     200),
    "get /people/duplicates/":              (LOGIN,   403,     403,    403,     200,     200),
    "get /people/deletions/":               (LOGIN,   403,     403,    403,     200,     200),
    "get /report/":                         (LOGIN,   200,     200,    200,     200,     200),
    "get /desk/problems/1/":                (LOGIN,   403,     403,    404,     404,     404),
    "get /account/delete/":                 (LOGIN,   200,     200,    200,     200,     200),
    "get /players/gufetta/forget/":         (200,     200,     200,    200,     200,     200),
    "post /players/gufetta/edit/":          (LOGIN,   403,     403,    403,     422,     422),
    "post /players/gufetta/hide/":          (LOGIN,   403,     302,    403,     302,     302),
    "post /people/different/":              (LOGIN,   403,     403,    403,     302,     302),
    "post /players/gufetta/merge/":         (LOGIN,   403,     403,    403,     200,     200),
    "post /account/data/":                  (LOGIN,   302,     302,    302,     302,     302),
    "post /account/stay/":                  (LOGIN,   404,     404,    404,     404,     404),
    "get /players/gufetta/names/":          (200,     200,     200,    200,     200,     200),
    "get /players/gufetta/against/":        (200,     200,     200,    200,     200,     200),
    "get /players/gufetta/achievements/":   (200,     200,     200,    200,     200,     200),
    "get /players/gufetta/vs/hugo_pt/":     (200,     200,     200,    200,     200,     200),
    "get /players/gufetta/vs/gufetta/":     (404,     404,     404,    404,     404,     404),
}  # fmt: skip
PEOPLE = ("", "charlie", "gufetta", "vito", "sara", "zoe")


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("act", ACTS)
def test_each_cell_of_the_table(torre: Torre, act: str, person: str) -> None:
    method, address = act.split()
    client = torre.client(person)
    values = {"one": "gufetta", "other": "hugo_pt", "what": "name", "hidden": "0"}
    answer = client.get(address) if method == "get" else client.post(address, values)
    expected = ACTS[act][PEOPLE.index(person)]
    if expected == LOGIN:
        assert answer["Location"].startswith("/accounts/login/")
    else:
        assert answer.status_code == expected


def test_claim_vouch_accept_and_decline(torre: Torre) -> None:
    torre.client("charlie").post("/players/adamanta/claim/", {"words": "me"})
    claim = Claim.objects.get()
    assert "An account says" in text(torre.client().get("/players/adamanta/names/"))
    assert "charlie@" not in text(torre.client().get("/players/adamanta/names/"))
    torre.client("gufetta").post(f"/claims/{claim.pk}/vouch/")
    assert claim.vouchers.count() == 1
    assert torre.client("charlie").post(f"/claims/{claim.pk}/accept/").status_code == 403
    torre.client("sara").post(f"/claims/{claim.pk}/accept/")
    assert called("adamanta").user == torre.people["charlie"]
    assert "a manager accepted it" in text(torre.client().get("/players/adamanta/names/"))
    assert "You are" in text(torre.client("charlie").get("/account/"))
    Player.objects.filter(name="brunello3").update(user=torre.people["sara"])
    assert "brunello3 accepted it" in text(torre.client().get("/players/adamanta/names/"))


def test_a_report_and_two_people(torre: Torre) -> None:
    page = torre.client("charlie").get("/players/livio_lupo1/same/?name=Livio_Lupo")
    assert 'value="livio_lupo"' in text(page)
    torre.client("charlie").post("/players/livio_lupo1/same/", {"other": "livio_lupo", "words": "same"})
    assert DuplicateReport.objects.count() == 1
    assert "somebody reported it" in text(torre.client("sara").get("/people/duplicates/"))
    torre.client("sara").post("/people/different/", {"one": "livio_lupo1", "other": "livio_lupo"})
    assert DifferentPeople.objects.count() == 1
    assert "livio_lupo1" not in text(torre.client("sara").get("/people/duplicates/"))


def test_a_manager_names_a_player_and_gives_an_id(torre: Torre) -> None:
    sara = torre.client("sara")
    sara.post("/players/adamanta/edit/", {"what": "name", "name": "Ada Manta"})
    assert Player.objects.get(slug="adamanta").name == "Ada Manta"
    taken = called("gufetta").identities.get().platform_id
    values = {"what": "identity", "platform": "bga", "platform_id": taken}
    assert "is that of gufetta" in text(sara.post("/players/adamanta/edit/", values, follow=True))


def test_a_hidden_name_is_for_members_only(torre: Torre) -> None:
    name_hide(called("hugo_pt"), hidden=True, by=None)
    for address in ("/", "/players/", "/leagues/torre/2026-10/", "/players.csv", "/leagues/torre/2026-10.json"):
        page = torre.client().get(address)
        assert page.status_code == 200
        assert "hugo" not in text(page), address
    assert torre.client().get("/players/hugo_pt/").status_code == 404
    page = torre.client("gufetta").get("/players/hugo_pt/", follow=True)
    assert "hugo_pt" in text(page)
    slug = Player.objects.get(full_name="hugo_pt").slug
    page = torre.client().get(f"/players/{slug}/")
    assert page["X-Robots-Tag"] == "noindex"
    assert "H. P." in text(page)
    assert torre.client().get(f"/players/{slug}/names/").status_code == 404
    assert "Nobody was ever seen" in text(torre.client().get("/search/?q=hugo"))


def test_deletion_in_the_account_and_gone_afterwards(torre: Torre) -> None:
    client = torre.client("gufetta")
    assert "seven days" in text(client.get("/account/delete/"))
    client.post("/account/delete/")
    assert "You asked to be forgotten" in text(client.get("/account/"))
    client.post("/account/stay/")
    assert Deletion.objects.get().state == "taken_back"
    client.post("/account/delete/")
    with time_machine.travel("2026-11-12T12:00:00Z", tick=False):
        leaving.deletions_run()
        answer = torre.client().get("/players/gufetta/")
        assert answer.status_code == 410
        assert "asked to be forgotten" in text(answer)
        assert client.get("/account/").status_code == 302
        page = text(torre.client().get("/leagues/torre/2026-10/"))
        assert "gufetta" not in page
        assert "Giocatore" in page
        neutral = Player.objects.get(state="anonymised")
        assert torre.client().get(neutral.get_absolute_url()).status_code == 200
        assert torre.client().get(f"{neutral.get_absolute_url()}names/").status_code == 404
    assert not User.objects.filter(email="gufetta@example.org").exists()


def test_the_last_manager_is_told_to_hand_over(torre: Torre) -> None:
    page = text(torre.client("sara").get("/account/delete/"))
    assert "last manager of Lega Torre" in page
    torre.client("sara").post("/account/delete/")
    assert not Deletion.objects.exists()


def test_somebody_without_an_account_asks_by_a_form_and_a_manager_checks(torre: Torre) -> None:
    values = {"contact": "ada@example.org", "words": "It is me"}
    torre.client().post("/players/adamanta/forget/", values)
    deletion = Deletion.objects.get()
    assert torre.client().post("/players/adamanta/forget/", {"contact": "x"}).status_code == 422
    assert "ada@example.org" in text(torre.client("sara").get("/people/deletions/"))
    assert torre.client("vito").post(f"/people/deletions/{deletion.pk}/approve/").status_code == 403
    torre.client("sara").post(f"/people/deletions/{deletion.pk}/approve/")
    deletion.refresh_from_db()
    assert deletion.state == "due"


def test_ones_data_is_for_oneself_only(torre: Torre) -> None:
    client = torre.client("hugo")
    client.post("/account/data/")
    exports_build()
    address = f"/account/data/{PersonExport.objects.get().token}.zip"
    assert address in text(client.get("/account/"))
    answer = client.get(address)
    assert answer["Content-Type"] == "application/zip"
    assert b"".join(answer.streaming_content).startswith(b"PK")
    assert torre.client("gufetta").get(address).status_code == 404
    assert torre.client().get(address).status_code == 302


def test_head_to_head_and_achievements_count_what_is_believed(torre: Torre) -> None:
    page = torre.client().get("/players/gufetta/against/")
    record = {row.player.name: (row.met, row.ahead, row.level, row.behind) for row in page.context["opponents"]}
    rows = torre.client().get("/players/gufetta/vs/hugo_pt/").context["rows"]
    assert record["hugo_pt"][0] == len(rows) == sum(record["hugo_pt"][1:])
    kinds = {
        item.kind: item.count for item in torre.client().get("/players/gufetta/achievements/").context["achievements"]
    }
    assert kinds["met"] == len(record)
    assert kinds["attendance"] == 2
    assert kinds["giant"] == 0
    won = Line(1, 1, 0, 1400, 1430, 80, 0.6, 3, 1, 4, False)
    told = [felled(line) for line in (won, won._replace(expected=0.8), won._replace(scored=2.5), won._replace(place=2))]
    assert told == [True, False, False, False]


def test_the_results_of_a_player_are_filtered_on_the_page_and_in_what_one_takes_along(torre: Torre) -> None:
    visitor = torre.client()

    def shown(query: str) -> tuple[int, int]:
        page = visitor.get(f"/players/gufetta/{query}").context["page"].paginator.count
        return page, len({row["match"] for row in visitor.get(f"/players/gufetta.json{query}").json()["rows"]})

    whole, some, free = shown(""), shown("?game=res_arcana"), shown("?kind=free")
    assert 0 < some[0] < whole[0]
    assert some[0] == some[1]
    assert free == whole
    assert shown("?kind=tournament") == (0, 0)
    assert "No match fits the filter." in text(visitor.get("/players/gufetta/?game=chess"))


def test_a_log_shows_no_hidden_name_to_visitors(torre: Torre) -> None:
    page = torre.files["agrees"].get_absolute_url()
    person = torre.files["agrees"].players[0]["name"]
    name_hide(called(person), hidden=True, by=None)
    visitor = torre.client()
    assert person not in [told["name"] for told in visitor.get(f"{page[:-1]}.json").json()["players"]]
    assert visitor.get(page).status_code == 200
    assert visitor.get(f"{page}log/").status_code == 403
    assert torre.client("charlie").get(f"{page}log/").status_code == 200
    assert person in [told["name"] for told in torre.client("charlie").get(f"{page[:-1]}.json").json()["players"]]


SEARCHES = {
    "items": {"items": [{"id": 77001, "q": "Zia_Pina"}, {"id": 77002, "q": "zia_pina2"}]},
    "players": {"status": 1, "data": {"players": [{"id": "77001", "fullname": "ZIA_PINA"}], "groups": []}},
}


def zia_pina() -> str:
    """Somebody known by a typed name, who played; the page where managers edit her."""
    player_provisional("zia_pina", at=NOON)
    a_match("zia_pina", "hugo_pt")
    return "/players/zia_pina/edit/"


@pytest.mark.parametrize("shape", SEARCHES)
def test_the_player_search_of_bga_gives_a_player_his_number(torre: Torre, shape: str) -> None:
    page = zia_pina()
    answer = torre.client("sara").post(page, {"what": "lookup", "answer": json.dumps(SEARCHES[shape])}, follow=True)
    assert "Found: the number is added" in text(answer)
    player = Player.objects.get(slug="zia_pina")
    assert list(player.identities.values_list("platform", "platform_id")) == [("bga", "77001")]
    assert not player.is_provisional


def test_a_name_that_the_search_does_not_know_is_marked_with_the_day(torre: Torre) -> None:
    page, body = (
        zia_pina(),
        {"what": "lookup", "answer": '{"items": [{"id": 5, "q": "zia_pina2"}]}'},
    )
    answer = torre.client("sara").post(page, body, follow=True)
    assert "The name is marked as not found on BGA today." in text(answer)
    assert "zia_pina was not found on BGA on" in text(answer)
    assert "not found on BGA on" in text(torre.client().get("/players/zia_pina/names/"))
    assert "Not found on BGA on" in text(torre.client("sara").get("/desk/?kind=name"))
    assert Player.objects.get(slug="zia_pina").is_provisional
    assert torre.client("charlie").post(page, body).status_code == 403
    wrong = torre.client("sara").post(page, {"what": "lookup", "answer": "hello"})
    assert wrong.status_code == 422
    assert "This is no answer of the player search." in text(wrong)
    taken = {"what": "lookup", "answer": json.dumps({"items": [{"id": number_of("hugo_pt"), "q": "zia_pina"}]})}
    assert "hugo_pt" in text(torre.client("sara").post(page, taken, follow=True))


def number_of(name: str) -> str:
    return Player.objects.get(name=name).identities.get().platform_id


def test_a_player_s_form_is_his_last_results_in_the_league_oldest_first(torre: Torre) -> None:
    page = torre.client().get("/players/adamanta/")
    ranking = torre.client().get(page.context["months"][0].season.get_absolute_url())
    row = next(
        row for row in [*ranking.context["rows"], *ranking.context["below"]] if row.line.player.slug == "adamanta"
    )
    shown = page.context["form"]
    assert shown
    assert shown[-len(row.form) :] == row.form[-len(shown) :]
    assert 'class="bars' in text(page)


def test_a_player_is_listed_with_games_and_a_telephone_chooses_the_page(torre: Torre) -> None:
    client = torre.client()
    assert '<td class="w s">Alhambra</td>' in text(client.get("/players/?q=livio_lupo"))
    page = text(client.get("/players/livio_lupo/rating/"))
    assert '<option value="rating" selected>' in page
    assert "/upload/?name=livio_lupo" in text(client.get("/players/livio_lupo/"))
    assert "/upload/result/?name=livio_lupo" in text(client.get("/upload/?name=livio_lupo"))
    assert client.get("/players/livio_lupo/?tab=against")["Location"] == "/players/livio_lupo/against/"
