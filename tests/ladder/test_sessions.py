"""How long a session lasts, when it goes on under a new id, and what ends it (reliability.md 9)."""

import importlib
import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session as Old
from django.core import mail
from django.db import connection
from django.test import Client

from games.models import User
from games.services.claims import claim_accept, claim_make
from ladder.models import Session
from ladder.selectors.sessions import logged_in
from ladder.services.ladders import admin_grant, role_grant
from ladder.services.roles import role_revoke
from ladder.tasks import people_sweep
from tests.factories import a_league, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PASSWORD, OTHER = "correct horse battery", "six walls and a garden"
DAY = 24 * 3600


@pytest.fixture
def ada():
    user = a_user("ada", language="en")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def browser(user=None, **body):
    client = Client(headers={"accept-language": "en"})
    if user is not None:
        client.post("/accounts/login/", {"login": user.email, "password": PASSWORD} | body)
    return client


def sid(client):
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def is_in(client):
    return client.get("/account/").status_code == 200


def linked(path):
    found = re.search(rf"https?://[^/\s]+({path}\S+)", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]


def test_a_session_that_somebody_prepared_is_not_the_one_that_he_gets_to_know(ada):
    client = browser()
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    planted = sid(client)
    client.post("/accounts/login/", {"login": ada.email, "password": PASSWORD})
    assert is_in(client)
    assert sid(client) != planted
    thief = browser()
    thief.cookies[settings.SESSION_COOKIE_NAME] = planted
    assert not is_in(thief)


def test_who_gets_or_loses_a_role_goes_on_under_a_new_id(ada):
    ladder = a_league()
    client = browser(ada)
    before = {sid(client)}
    changes = [
        lambda: claim_accept(claim_make(a_player("ada_b"), by=ada), by=a_user("zoe", is_superuser=True)),
        lambda: role_grant(ada, "arbiter", ladder=ladder),
        lambda: admin_grant(ada),
        lambda: role_revoke(ada, "arbiter", ladder=ladder),
    ]
    for change in changes:
        change()
        old = browser()
        old.cookies[settings.SESSION_COOKIE_NAME] = sid(client)
        assert is_in(client)
        before.add(sid(client))
        assert not is_in(old), "what somebody copied before is worth nothing"
    assert len(before) == 1 + len(changes)


def test_a_visit_renews_a_session_but_not_for_ever(ada):
    with time_machine.travel("2026-01-01T12:00Z", tick=False) as clock:
        client = browser(ada)
        for _visit in range(8):
            clock.shift(11 * DAY)
            assert is_in(client), "a visit every 11 days"
        clock.shift(3 * DAY)
        assert not is_in(client), "91 days"
        client = browser(ada)
        clock.shift(15 * DAY)
        assert not is_in(client), "15 days without a visit"


def test_another_password_ends_the_sessions_elsewhere(ada):
    here, there = browser(ada), browser(ada)
    body = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert here.post("/accounts/password/change/", body).status_code == 302
    assert is_in(here)
    assert not is_in(there)
    assert mail.outbox[-1].to == [ada.email]


def test_another_address_ends_the_sessions_elsewhere_and_the_old_one_is_told(ada):
    here, there = browser(ada), browser(ada)
    EmailAddress.objects.create(user=ada, email="new@example.org", verified=True, primary=False)
    here.post("/accounts/email/", {"email": "new@example.org", "action_primary": ""})
    ada.refresh_from_db()
    assert ada.email == "new@example.org"
    assert is_in(here)
    assert not is_in(there)
    assert mail.outbox[-1].to == ["ada@example.org"]


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PLACES = "/account/sessions/"


def test_one_sees_where_one_is_logged_in_and_ends_it_there(ada):
    here, there, third = browser(ada), browser(ada), browser(ada)
    odd = Client(headers={"user-agent": FIREFOX})
    odd.post("/accounts/login/", {"login": ada.email, "password": PASSWORD})
    browser(a_user("bea"))
    text = here.get(PLACES).content.decode()
    assert text.count('<button class="btn" name="session"') == 3
    assert text.count("this browser") == 1
    assert "Firefox, Linux" in text
    assert not any(sid(client) in text for client in (here, there, third, odd)), "a key lets anybody in"
    firefox = next(one for one in logged_in(ada, None) if one.device == "Firefox, Linux")
    for _twice in range(2):
        here.post(f"{PLACES}end/", {"session": firefox.id})
        assert [is_in(client) for client in (here, there, third, odd)] == [True, True, True, False]
    here.post(f"{PLACES}end/")
    assert [is_in(client) for client in (here, there, third)] == [True, False, False]
    assert here.get(PLACES).content.decode().count('name="session"') == 0


def test_nobody_ends_the_session_of_another(ada):
    hers, eve = browser(ada), Client()
    eve.force_login(a_user("eve"))
    eve.post(f"{PLACES}end/", {"session": logged_in(ada, None)[0].id})
    eve.post(f"{PLACES}end/")
    assert is_in(hers)
    assert browser().get(PLACES)["Location"].startswith("/accounts/login/")
    assert eve.get(f"{PLACES}end/").status_code == 405


def test_sessions_that_are_over_are_not_shown_and_cleared(ada):
    with time_machine.travel("2026-01-01T12:00Z", tick=False) as clock:
        browser(ada), browser(ada)
        clock.shift(10 * DAY)
        browser(ada)
        assert len(logged_in(ada, None)) == 3
        clock.shift(5 * DAY)
        assert len(logged_in(ada, None)) == 1
        people_sweep()
        assert Session.objects.filter(user=ada).count() == 1
        ada.set_password(OTHER)
        ada.save()
        assert logged_in(ada, None) == [], "another password ended it"


def test_an_upgrade_takes_sessions_along(ada):
    client = browser(ada)
    visitor = browser()
    visitor.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    rows = list(Session.objects.values())
    for row in rows:
        Old.objects.create(
            session_key=row["session_key"], session_data=row["session_data"], expire_date=row["expire_date"]
        )
    Session.objects.all().delete()
    assert not is_in(client)
    copy = importlib.import_module("ladder.migrations.0017_sessions").copy
    client.cookies[settings.SESSION_COOKIE_NAME] = next(row["session_key"] for row in rows if row["user_id"] == ada.pk)
    for _twice in range(2):
        copy(apps, None)
    assert sorted(map(str, Session.objects.values())) == sorted(map(str, rows))
    assert is_in(client)


def test_who_is_disabled_is_out_at_once(ada):
    client = browser(ada)
    ada.is_active = False
    ada.save()
    assert not is_in(client)


def test_a_link_logs_in_once_where_it_was_asked_for_by_a_press_of_the_button(ada):
    here, there = browser(), browser()
    here.post("/accounts/login/code/", {"email": ada.email})
    link = linked("/accounts/login/code/confirm/")
    code = link.partition("code=")[2]
    assert int(code, 16).bit_length() > 128
    assert not is_in(there)
    there.post(link, {"code": code})
    assert not is_in(there), "in another browser it is worth nothing"
    assert f'value="{code}"' in here.get(link).content.decode()
    assert not is_in(here), "programs that look at mail open links"
    here.post("/accounts/login/code/confirm/", {"code": code})
    assert is_in(here)
    here.post("/accounts/logout/")
    here.post("/accounts/login/code/confirm/", {"code": code})
    assert not is_in(here), "a second time it is worth nothing"


def test_a_link_is_good_for_ten_minutes(ada):
    with time_machine.travel("2026-01-01T12:00Z", tick=False) as clock:
        client = browser()
        client.post("/accounts/login/code/", {"email": ada.email})
        code = linked("/accounts/login/code/confirm/").partition("code=")[2]
        clock.shift(601)
        client.post("/accounts/login/code/confirm/", {"code": code})
        assert not is_in(client)


def test_who_was_locked_out_by_wrong_passwords_comes_in_by_a_link(ada):
    for _attempt in range(11):
        browser(ada, password="wrong")
    assert not is_in(browser(ada))
    client = browser()
    client.post("/accounts/login/code/", {"email": ada.email})
    client.post(
        "/accounts/login/code/confirm/", {"code": linked("/accounts/login/code/confirm/").partition("code=")[2]}
    )
    assert is_in(client)


def test_a_forgotten_password_is_set_where_it_was_asked_for_and_ends_all_sessions(ada):
    old, here, there = browser(ada), browser(), browser()
    here.post("/accounts/password/reset/", {"email": ada.email})
    link = linked("/accounts/password/reset/confirm/")
    body = {"code": link.partition("code=")[2]}
    there.post("/accounts/password/reset/confirm/", body)
    there.post("/accounts/password/reset/complete/", {"password1": "evil " + OTHER, "password2": "evil " + OTHER})
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD), "in another browser it is worth nothing"
    here.post("/accounts/password/reset/complete/", {"password1": "evil " + OTHER, "password2": "evil " + OTHER})
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD), "and nothing happens before the button is pressed"
    here.post("/accounts/password/reset/confirm/", body)
    here.post("/accounts/password/reset/complete/", {"password1": OTHER, "password2": OTHER})
    ada.refresh_from_db()
    assert ada.check_password(OTHER)
    assert not is_in(old)
    assert mail.outbox[-1].to == [ada.email]


@pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/password/reset/"])
def test_one_visitor_and_one_address_cause_three_letters_an_hour(ada, path):
    for number in range(5):
        Client(REMOTE_ADDR=f"198.51.{number}.1").post(path, {"email": ada.email})
    assert len(mail.outbox) == 3
    mail.outbox.clear()
    for number in range(5):
        Client(REMOTE_ADDR="203.0.113.9").post(path, {"email": f"nobody{number}@example.org"})
    assert len(mail.outbox) == 3


@pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/password/reset/"])
@time_machine.travel("2026-01-01T12:00Z", tick=False)
def test_nobody_is_told_which_address_has_an_account(ada, path):
    pages = []
    for number, email in enumerate([ada.email, "nobody@example.org"]):
        client = Client(REMOTE_ADDR=f"198.51.{number}.1", headers={"accept-language": "en"})
        answer = client.post(path, {"email": email}, follow=True)
        text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode()).replace(email, "X")
        pages.append([answer.redirect_chain, *text.splitlines()])
    assert pages[0] == pages[1]


def test_a_process_of_the_release_before_may_still_make_accounts():
    """It knows nothing of the column: the database fills it in."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_user (password, is_superuser, first_name, last_name, is_staff, is_active, date_joined, email, "
            "language, time_zone) VALUES ('', %s, '', '', %s, %s, %s, 'old@example.org', 'it', 'UTC')",
            [False, False, True, "2026-01-01T00:00:00Z"],
        )
    assert User.objects.get(email="old@example.org").rights_edition == 0
