"""Pages of webhooks, by forms without script: who may, the secret shown once, errors, conflicts, the log."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import AuditEntry, User
from games.services.outbox import outbox_run
from ladder.models import Ladder, Webhook
from ladder.publishing.secrets import unseal
from ladder.services.ladders import admin_grant, role_grant
from ladder.tasks import SENDERS
from ladder.webhooks import services
from tests.factories import a_league, a_match, a_user
from tests.webhooks.conftest import Listener

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PEOPLE = ("", "account", "arbiter", "manager", "other_manager", "admin")
OF_LEAGUE = {"account": 403, "arbiter": 403, "manager": 200, "other_manager": 403, "admin": 200}
OF_SITE = {"account": 403, "arbiter": 403, "manager": 403, "other_manager": 403, "admin": 200}


@pytest.fixture
def people() -> dict[str, User]:
    torre, altra = a_league(), a_league("altra")
    people = {name: a_user(name, language="en") for name in PEOPLE[1:]}
    role_grant(people["arbiter"], "arbiter", ladder=torre)
    role_grant(people["manager"], "manager", ladder=torre)
    role_grant(people["other_manager"], "manager", ladder=altra)
    admin_grant(people["admin"])
    return people


def client_of(people: dict[str, User], name: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    if name:
        client.force_login(people[name], backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def add(client: Client, listener: Listener, base: str = "/leagues/torre/webhooks/", **more: Any) -> Any:
    body = {"url": listener.url, "events": ["result.submitted", "month.closed"]} | more
    return client.post(f"{base}add/", body)


def test_every_cell(people: dict[str, User], listener: Listener) -> None:
    for ladder, base, may in (
        (Ladder.objects.get(slug="torre"), "/leagues/torre/webhooks/", OF_LEAGUE),
        (None, "/desk/webhooks/", OF_SITE),
    ):
        webhook, _secret = services.webhook_add(ladder, url=listener.url, events=["month.closed"], by=None)
        delivery = services.webhook_try(webhook, by=None)
        page = webhook.get_absolute_url()
        for name in PEOPLE:
            client, expected = client_of(people, name), may.get(name, 302)
            for address in (base, f"{base}add/", page):
                assert client.get(address).status_code == expected, (name, address)
            acts = ("try", f"{delivery.pk}/again", "pause", "secret", "remove")
            for act in acts if expected != 200 else ():
                assert client.post(f"{page}{act}/", {"edition": 1}).status_code == expected, (name, act)
                assert client.post(f"{base}add/", {"url": "https://x.example/"}).status_code == expected
        assert list(Webhook.objects.filter(ladder=ladder)) == [webhook]
        assert client_of(people, "admin").get(f"/leagues/altra/webhooks/{webhook.pk}/").status_code == 404


def test_the_secret_is_shown_once_and_signs_what_is_sent(people: dict[str, User], listener: Listener) -> None:
    client = client_of(people, "manager")
    page = add(client, listener)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    [secret] = re.findall(r'id="secret" readonly value="([^"]+)"', page.content.decode())
    webhook = Webhook.objects.get()
    assert unseal(webhook.secret) == secret
    assert secret not in webhook.secret
    again = client.get(webhook.get_absolute_url()).content.decode()
    assert secret not in again
    assert secret not in repr(list(AuditEntry.objects.values()))
    assert "?of=torre" not in repr(list(AuditEntry.objects.values()))
    renewed = client.post(f"{webhook.get_absolute_url()}secret/", {"edition": webhook.edition}).content.decode()
    assert secret not in renewed
    assert 'id="secret"' in renewed


def test_an_address_that_may_not_be_called_is_refused_in_words_and_what_was_typed_stays(
    people: dict[str, User], listener: Listener, settings: Any
) -> None:
    settings.OUTGOING_ALLOW = []
    client = client_of(people, "manager")
    for url in (listener.url, "http://[::1]/", "http://169.254.169.254/latest"):
        page = add(client, listener, url=url)
        assert page.status_code == 422
        assert "not public" in page.content.decode(), url
        assert url in page.content.decode()
    for url in ("ftp://x.example/", "https://u:p@x.example/", "https://x.example/#a", "https://x.example/ b", "x"):
        page = add(client, listener, url=url)
        assert page.status_code == 422
        assert "must begin with https" in page.content.decode(), url
    settings.OUTGOING_ALLOW = ["127.0.0.1"]
    page = add(client, listener, events=[])
    assert page.status_code == 422
    assert add(client, listener).status_code == 200
    assert "told already" in add(client, listener).content.decode()
    assert Webhook.objects.count() == 1


def test_a_form_of_an_older_edition_changes_nothing(people: dict[str, User], listener: Listener) -> None:
    client = client_of(people, "manager")
    add(client, listener)
    webhook = Webhook.objects.get()
    page = webhook.get_absolute_url()
    form = {"url": listener.url, "events": ["month.revised"], "edition": 1}
    assert client.post(page, form).status_code == 302
    stale = client.post(page, form | {"events": ["player.merged"]})
    assert stale.status_code == 409
    assert "month.revised" in stale.content.decode()
    for act in ("pause", "remove", "secret"):
        client.post(f"{page}{act}/", {"edition": 1, "paused": "yes"})
    webhook.refresh_from_db()
    assert (webhook.paused, webhook.events, webhook.edition) == (False, ["month.revised"], 2)


def test_a_try_its_log_pausing_and_removing(people: dict[str, User], listener: Listener) -> None:
    client = client_of(people, "manager")
    listener.status, listener.body = 500, b"<script>out of order</script>"
    add(client, listener)
    page = Webhook.objects.get().get_absolute_url()
    client.post(f"{page}try/")
    outbox_run(SENDERS)
    text = client.get(page).content.decode()
    assert "a try" in text.lower()
    assert "HTTP 500" in text
    assert "out of order" not in text, "of what a server says only the status is shown"
    listener.status = 200
    delivery = Webhook.objects.get().deliveries.get()
    client.post(f"{page}{delivery.pk}/again/")
    outbox_run(SENDERS)
    assert len(listener.seen) == 2
    client.post(f"{page}pause/", {"edition": 1, "paused": "yes"})
    client.post(f"{page}try/")
    a_match("ada", "bea", state="submitted")
    assert Webhook.objects.get().deliveries.count() == 1
    client.post(f"{page}remove/", {"edition": 2})
    assert not Webhook.objects.exists()
    assert AuditEntry.objects.filter(kind="webhook").count() == 4
