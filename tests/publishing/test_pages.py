"""Pages of those who keep a league: publishing, people, the audit trail; by forms without script."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from games.models import AuditEntry, OutboxRow, Player
from games.services.audit import audit
from games.services.outbox import outbox_run
from ladder.models import Publication, PublishTarget, Role, TakeAway
from ladder.publishing import services
from ladder.publishing.targets.folder import roots
from ladder.services.ladders import admin_grant, role_grant, season_open
from ladder.services.leaving import person_anonymise
from ladder.services.roles import LastManager, role_revoke
from ladder.tasks import SENDERS
from tests.factories import a_league, a_match, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PEOPLE = ("", "account", "arbiter", "manager", "admin", "other_manager")
LOGIN, NO, OK, DONE = "login", 403, 200, "done"
TABLE: dict[str, tuple[Any, ...]] = {
    #                   visitor account arbiter manager admin other league's manager
    "see publishing":   (LOGIN, NO,     NO,     OK,     OK,   NO),
    "see adding":       (LOGIN, NO,     NO,     OK,     OK,   NO),
    "add":              (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "see target":       (LOGIN, NO,     NO,     OK,     OK,   NO),
    "change":           (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "test":             (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "pause":            (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "confirm key":      (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "publish":          (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "back":             (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "again":            (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "see removing":     (LOGIN, NO,     NO,     OK,     OK,   NO),
    "remove":           (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "see texts":        (LOGIN, NO,     NO,     OK,     OK,   NO),
    "change texts":     (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "see people":       (LOGIN, NO,     OK,     OK,     OK,   NO),
    "grant":            (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "revoke":           (LOGIN, NO,     NO,     DONE,   DONE, NO),
    "resign":           (LOGIN, NO,     DONE,   DONE,   DONE, NO),
    "see audit":        (LOGIN, NO,     OK,     OK,     OK,   OK),
    "audit as csv":     (LOGIN, NO,     OK,     OK,     OK,   OK),
}  # fmt: skip
CELLS = [(act, who, answer) for act, row in TABLE.items() for who, answer in zip(PEOPLE, row, strict=True)]


@pytest.fixture
def world():
    ladder, other = a_league(), a_league("altra")
    people = {name: a_user(name, language="en") for name in (*PEOPLE[1:], "second", "helper")}
    role_grant(people["arbiter"], "arbiter", ladder=ladder)
    role_grant(people["manager"], "manager", ladder=ladder)
    role_grant(people["second"], "manager", ladder=ladder)
    role_grant(people["helper"], "arbiter", ladder=ladder)
    role_grant(people["other_manager"], "manager", ladder=other)
    admin_grant(people["admin"])
    place = {"root": str(roots()[0]), "folder": "torre"}
    target = services.target_add(ladder, name="here", kind="folder", place=place, secret="", by=None)
    return SimpleNamespace(ladder=ladder, other=other, people=people, target=target)


def client(world: Any, who: str) -> Client:
    browser = Client(headers={"accept-language": "en"})
    if who:
        browser.force_login(world.people[who], backend="allauth.account.auth_backends.AuthenticationBackend")
    return browser


def own_role(world: Any, who: str) -> int:
    """The number of the role that `who` has in the league; for the others that of the helper, which an admin takes."""
    mine = Role.objects.filter(ladder=world.ladder, user__email=f"{who}@example.org").first()
    return (mine or Role.objects.get(user=world.people["helper"])).pk


def do(act: str, browser: Client, world: Any, who: str) -> Any:
    league = "/leagues/torre/"
    at = f"{league}publishing/{world.target.pk}/"
    edition = {"edition": 1}
    fields = {"name": "there", "root": str(roots()[0]), "folder": "torre", "hourly": "on"}
    if act == "again":
        publication = services.publish_now(world.target, by=None)
        return browser.post(f"{league}publications/{publication.pk}/again/")
    return {
        "see publishing": lambda: browser.get(f"{league}publishing/"),
        "see adding": lambda: browser.get(f"{league}publishing/add/?kind=sftp"),
        "add": lambda: browser.post(f"{league}publishing/add/?kind=folder", fields | {"folder": "there"}),
        "see target": lambda: browser.get(at),
        "change": lambda: browser.post(at, {**fields, **edition}),
        "test": lambda: browser.post(f"{at}test/"),
        "pause": lambda: browser.post(f"{at}pause/", {**edition, "paused": "yes"}),
        "confirm key": lambda: browser.post(f"{at}key/", {**edition, "shown": "SHA256:x"}),
        "publish": lambda: browser.post(f"{at}publish/"),
        "back": lambda: browser.post(f"{at}back/"),
        "see removing": lambda: browser.get(f"{at}remove/"),
        "remove": lambda: browser.post(f"{at}remove/", edition),
        "see texts": lambda: browser.get(f"{league}publishing/texts/"),
        "change texts": lambda: browser.post(f"{league}publishing/texts/", {"edition": 0, "lines": 3, "sites": ""}),
        "see people": lambda: browser.get(f"{league}people/"),
        "grant": lambda: browser.post(f"{league}people/grant/", {"email": "account@example.org", "kind": "manager"}),
        "revoke": lambda: browser.post(
            f"{league}people/revoke/", {"role": Role.objects.get(user=world.people["helper"]).pk}
        ),
        "resign": lambda: browser.post(f"{league}people/revoke/", {"role": own_role(world, who)}),
        "see audit": lambda: browser.get("/audit/"),
        "audit as csv": lambda: browser.get("/audit.csv"),
    }[act]()


@pytest.mark.parametrize(("act", "who", "expected"), CELLS)
def test_who_may(world, act, who, expected):
    entries = AuditEntry.objects.count()
    answer = do(act, client(world, who), world, who)
    if expected == LOGIN:
        assert (answer.status_code, answer["Location"][:16]) == (302, "/accounts/login/")
    elif expected == DONE:
        assert answer.status_code == 302
    else:
        assert answer.status_code == expected
    if expected in (LOGIN, NO):
        assert AuditEntry.objects.count() - entries == (act == "again")


def test_another_leagues_target_is_not_found_under_ours(world):
    role_grant(world.people["manager"], "manager", ladder=world.other)
    answer = client(world, "manager").get(f"/leagues/altra/publishing/{world.target.pk}/")
    assert answer.status_code == 404


def test_managers_read_who_of_them_did_what_with_a_target(world):
    services.publish_now(world.target, by=world.people["manager"])
    address = f"/leagues/torre/publishing/{world.target.pk}/"
    page = client(world, "second").get(address).content.decode()
    assert "manager@example.org" in page
    services.publish_now(world.target, by=world.people["admin"])
    assert "admin@example.org" not in client(world, "second").get(address).content.decode()


# Targets


def add_server(world: Any, **fields: Any) -> Any:
    form = {"name": "web", "host": "ftp.example.org", "port": 21, "user": "torre", "path": "", "secret": "s3cret"}
    return client(world, "manager").post("/leagues/torre/publishing/add/?kind=ftp", form | fields)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"host": "127.0.0.1"}, "This address is not public"),
        ({"host": "169.254.169.254"}, "This address is not public"),
        ({"host": "nothing.invalid"}, "No server of this name"),
        ({"host": "8.8.8.8", "port": 6379}, "This port is not allowed"),
        ({"host": "8.8.8.8", "port": 0}, "greater than or equal to 1"),
        ({"host": "8.8.8.8", "secret": ""}, "A password or a key is needed"),
        ({"host": "8.8.8.8", "name": ""}, "This field is required"),
        ({"host": "8.8.8.8", "name": "here"}, "There is a target of this name already"),
        ({"host": "8.8.8.8", "user": "a\r\nDELE x"}, "Only one line"),
    ],
)
def test_a_target_that_cannot_be_is_refused_with_what_was_typed_kept(world, fields, said):
    answer = add_server(world, **fields)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page
    assert "s3cret" not in page
    assert PublishTarget.objects.count() == 1


@pytest.mark.parametrize("folder", ["../torre", "/etc/torre", "torre/../..", "~root", "-rf", "Torre", "a b", "x" * 64])
def test_a_folder_that_could_never_be_written_is_refused_at_once(world, folder):
    form = {"name": "web", "root": str(roots()[0]), "folder": folder}
    answer = client(world, "manager").post("/leagues/torre/publishing/add/?kind=folder", form)
    assert answer.status_code == 422
    assert PublishTarget.objects.count() == 1


@pytest.mark.parametrize(("league", "who"), [("torre", "manager"), ("altra", "other_manager")])
def test_two_targets_never_overwrite_each_other_in_one_folder(world, league, who):
    form = {"name": "web", "root": str(roots()[0]), "folder": "torre"}
    answer = client(world, who).post(f"/leagues/{league}/publishing/add/?kind=folder", form)
    assert answer.status_code == 422
    assert "Another target brings its copy there already" in answer.content.decode()
    assert client(world, who).post(f"/leagues/{league}/publishing/add/?kind=folder", form | {"folder": "x"}).url
    moved = PublishTarget.objects.get(name="web")
    page = client(world, who).post(moved.get_absolute_url(), form | {"edition": moved.edition})
    assert page.status_code == 422
    moved.refresh_from_db()
    assert moved.place["folder"] == "x"
    assert client(world, who).post(moved.get_absolute_url(), form | {"folder": "x", "edition": moved.edition}).url


def test_a_secret_is_written_and_never_shown(world):
    add_server(world, host="8.8.8.8")
    target = PublishTarget.objects.get(name="web")
    assert "s3cret" not in target.secret
    browser = client(world, "manager")
    for address in (target.get_absolute_url(), "/leagues/torre/publishing/", "/audit/", "/audit.csv", "/audit.json"):
        assert "s3cret" not in browser.get(address).content.decode()
    kept = target.secret
    fields = {"name": "web", "host": "8.8.8.8", "port": 21, "user": "torre", "path": "/www", "secret": "", "edition": 1}
    browser.post(target.get_absolute_url(), fields)
    target.refresh_from_db()
    assert (target.secret, target.place["path"]) == (kept, "/www")


def test_a_change_on_an_old_page_shows_both_and_saves_nothing(world):
    services.target_change(world.target, edition=1, by=None, name="renamed")
    answer = do("change", client(world, "manager"), world, "manager")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "name: renamed" in page
    assert 'value="there"' in page
    assert 'name="edition" value="2"' in page
    assert PublishTarget.objects.get().name == "renamed"


def test_publishing_by_hand_testing_and_going_back(world):
    browser = client(world, "manager")
    page = f"/leagues/torre/publishing/{world.target.pk}/"
    assert "It works" in browser.post(f"{page}test/", follow=True).content.decode()
    assert "no other copy" in browser.post(f"{page}back/", follow=True).content.decode()
    a_match("ada", "bea")
    assert "A worker brings it" in browser.post(f"{page}publish/", follow=True).content.decode()
    outbox_run(SENDERS)
    assert "files brought" in browser.get("/leagues/torre/publishing/").content.decode()
    entry = AuditEntry.objects.get(act="target.publication_asked")
    assert (entry.origin, entry.role, entry.actor) == ("page", "manager", world.people["manager"])
    assert "Publication asked for" in browser.get(page).content.decode()


def test_a_publication_that_failed_says_the_step_and_the_servers_words(world):
    services.publish_now(world.target, by=None)
    problem = {"code": "no_room", "step": "upload", "path": "index.html", "words": "552 <b>full</b>"}
    OutboxRow.objects.filter(kind="publication").update(state="dead", finished_at="2026-01-01T00:00Z", problem=problem)
    page = client(world, "manager").get("/leagues/torre/publishing/").content.decode()
    assert "While uploading: index.html. There is no room left" in page
    assert "552 &lt;b&gt;full" in page
    desk = client(world, "manager").get("/desk/").content.decode()
    assert "Not published: Lega Torre, here" in desk
    assert "While uploading: index.html" in desk
    assert "Not published" not in client(world, "arbiter").get("/desk/").content.decode()
    answer = client(world, "manager").post(f"/leagues/torre/publications/{Publication.objects.get().pk}/again/")
    assert answer.status_code == 302
    assert OutboxRow.objects.get(kind="publication").state == "queued"
    assert "Not published" not in client(world, "manager").get("/desk/").content.decode()


def test_forms_without_an_edition_are_no_forms_of_ours(world):
    at = f"/leagues/torre/publishing/{world.target.pk}/"
    for address in (at, f"{at}pause/", f"{at}key/", f"{at}remove/", "/leagues/torre/publishing/texts/"):
        assert client(world, "manager").post(address, {"edition": "x"}).status_code == 400


# People


def test_the_last_manager_cannot_leave_and_cannot_be_removed(world):
    ladder, manager, second = world.ladder, world.people["manager"], world.people["second"]
    role_revoke(second, "manager", ladder=ladder, by=manager)
    with pytest.raises(LastManager):
        role_revoke(manager, "manager", ladder=ladder, by=manager)
    page = client(world, "manager").post(
        "/leagues/torre/people/revoke/", {"role": Role.objects.get(user=manager).pk}, follow=True
    )
    assert "the last manager" in page.content.decode()
    assert "hangs on one person" in page.content.decode()
    assert Role.objects.filter(user=manager).exists()


def test_a_closed_account_is_no_second_manager(world):
    second = world.people["second"]
    second.is_active = False
    second.save()
    with pytest.raises(LastManager):
        role_revoke(world.people["manager"], "manager", ladder=world.ladder)


def test_what_was_done_with_a_role_stays(world):
    manager = world.people["manager"]
    services.publish_now(world.target, by=manager)
    assert role_revoke(manager, "manager", ladder=world.ladder, by=world.people["second"])
    assert not role_revoke(manager, "manager", ladder=world.ladder, by=world.people["second"])
    assert Publication.objects.get().by == manager
    assert AuditEntry.objects.filter(actor=manager).exists()
    assert AuditEntry.objects.get(act="role.revoked").facts["resigned"] is False


@pytest.mark.parametrize(
    ("email", "said"),
    [
        ("nobody@example.org", "No account has this address"),
        ("second@example.org", "has that role already"),
        ("x", "valid"),
    ],
)
def test_a_role_that_cannot_be_given_is_refused(world, email, said):
    answer = client(world, "manager").post("/leagues/torre/people/grant/", {"email": email, "kind": "manager"})
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_addresses_of_accounts_are_seen_by_who_gives_roles(world):
    seen = {who: client(world, who).get("/leagues/torre/people/").content.decode() for who in ("manager", "arbiter")}
    assert "second@example.org" in seen["manager"]  # who gives roles gives them to an address
    assert "second@example.org" not in seen["arbiter"]


# The audit trail


def test_a_manager_sees_the_own_league_an_arbiter_what_he_judges_an_admin_all(world):
    a_match("ada", "bea")
    services.publish_now(world.target, by=None)
    seen = {who: client(world, who).get("/audit.json").json()["rows"] for who in ("arbiter", "manager", "admin")}
    kinds = {who: {row["kind"] for row in rows} for who, rows in seen.items()}
    assert "publishtarget" not in kinds["arbiter"]
    assert "match" in kinds["arbiter"]
    assert {"publishtarget", "role", "ladder", "match"} <= kinds["manager"]
    assert "user" in kinds["admin"]
    assert "user" not in kinds["manager"]
    assert len(client(world, "other_manager").get("/audit.json?kind=role").json()["rows"]) == 1


def test_the_trail_names_things_and_people_and_leads_to_them(world, django_capture_on_commit_callbacks):
    match = a_match("ada", "bea")
    ada = Player.objects.get(name="ada")
    audit("player.renamed", ada, actor=None)
    season_open(world.target.ladder, 2026, 10)
    page = client(world, "admin").get("/audit/").content.decode()
    for url, text in (
        (match.get_absolute_url(), "Alhambra, 3 Oct 2026"),
        (ada.get_absolute_url(), "ada"),
        ("/leagues/torre/", "Lega Torre"),
    ):
        assert f'href="{url}">{text}</a>' in page, text
    assert "manager@example.org" in page, "an admin sees the address of who has no other name"
    assert "admin@example.org" not in client(world, "manager").get("/audit/").content.decode()
    person_anonymise(ada, by=None)
    ada.refresh_from_db()
    page = client(world, "admin").get("/audit/").content.decode()
    assert ">ada</a>" not in page
    assert f">{ada.name}</a>" in page
    rows = client(world, "admin").get("/audit.json?kind=match").json()["rows"]
    assert rows[0]["object"] == "Alhambra, 3 Oct 2026"


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("kind=role", 5),
        ("kind=role&act=role.granted", 5),
        ("kind=role&until=2020-01-01", 0),
        ("who=nobody", 0),
        ("text=granted", 6),
        ("kind=role&origin=page", 0),
        ("kind=role&since=not-a-day", None),
        ("kind=role&target=99999999999999999999999", None),
    ],
)
def test_the_trail_is_searched(world, query, count):
    answer = client(world, "admin").get(f"/audit.json?{query}")
    assert answer.status_code == 200
    rows = answer.json()["rows"]
    assert len(rows) == count if count is not None else len(rows) > 5


# Texts and frames


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"sites": "javascript:alert(1)"}, "is no address of a site"),
        ({"sites": "https://a.example;script-src *"}, "is no address of a site"),
        ({"sites": "https://a.example/path"}, "is no address of a site"),
        ({"sites": "*"}, "is no address of a site"),
        ({"lines": 0}, "greater than or equal to 1"),
        ({"text_en": "{rows.__class__}"}, "There is no place-holder"),
        ({"text_en": "{nobody}"}, "There is no place-holder"),
        ({"text_en": "{rows"}, "There is no place-holder"),
    ],
)
def test_texts_and_sites_that_cannot_be_are_refused(world, fields, said):
    form = {"edition": 0, "lines": 5, "sites": ""} | fields
    answer = client(world, "manager").post("/leagues/torre/publishing/texts/", form)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not TakeAway.objects.exists()


def test_only_listed_sites_may_show_the_frame_and_no_cookie_is_set(world):
    browser = Client()
    answer = browser.get("/embed/leagues/torre/")
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    services.take_away_change(world.ladder, version=0, by=None, embed_sites=["https://forum.example"])
    answer = browser.get("/embed/leagues/torre/?rows=3&theme=dark")
    assert "frame-ancestors https://forum.example" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert 'data-theme="dark"' in answer.content.decode()
    other = browser.get("/leagues/torre/")
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
