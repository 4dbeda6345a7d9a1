"""Tokens: made on a page and shown once, kept as a digest, told to their owner, revoked."""

import re
from typing import Any

import pytest

from games.models import AuditEntry, Notice
from games.services.errors import NotAllowed
from ladder.models import ApiToken
from ladder.services.tokens import MOST, TokenRefused, token_make, token_revoke, token_used
from tests.factories import a_user
from tests.pages.director import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NEW = {"name": "My script", "scopes": ["results:write", "account:read"], "key": "a-key-of-the-form"}


def make(client: Any, status: int = 200, **fields: Any) -> str:
    answer = client.post("/account/tokens/", NEW | fields)
    assert answer.status_code == status
    return str(answer.content.decode())


def test_a_token_is_shown_once_and_works_until_it_is_revoked() -> None:
    bob = a_user("bob", language="en")
    client = client_of(bob)
    page = make(client)
    [secret] = re.findall(r'value="(cla_[\w-]{40,})"', page)
    token = ApiToken.objects.get()
    assert secret not in str(ApiToken.objects.values().get())
    assert secret.startswith(token.prefix)
    assert secret not in make(client)  # the same form again: made already
    assert ApiToken.objects.count() == 1
    assert secret not in client.get("/account/tokens/").content.decode()
    assert "My script" in client.get("/account/tokens/").content.decode()
    headers = {"authorization": f"Bearer {secret}"}
    told = client_of(None).get("/api/v1/me/", headers=headers).json()
    assert (told["email"], told["scopes"]) == (bob.email, ["results:write", "account:read"])
    token.refresh_from_db()
    assert token.last_used_at is not None
    assert Notice.objects.get(kind="token.made").user == bob
    assert client_of(a_user("eve")).post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    for _time in range(2):
        assert client.post(f"/account/tokens/{token.pk}/revoke/").status_code == 302
    assert client_of(None).get("/api/v1/me/", headers=headers).status_code == 401
    acts = AuditEntry.objects.filter(kind="apitoken").order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["token.made", "token.revoked"]
    assert not Notice.objects.filter(kind="token.revoked").exists(), "who did it knows"
    assert "You have no token." in client.get("/account/tokens/").content.decode()


def test_what_is_missing_for_a_token_is_said_and_what_was_typed_stays() -> None:
    bob = a_user("bob", language="en")
    client = client_of(bob)
    assert 'value="My script"' in make(client, 422, scopes=[])
    assert "checked" in make(client, 422, name="")
    for number in range(MOST):
        token_make(bob, name=f"t{number}", scopes=["logs:write"])
    assert "Revoke one that you need no more" in make(client, 422)
    for scopes in ([], ["site:own"]):
        with pytest.raises(TokenRefused):
            token_make(bob, name="x", scopes=scopes)
    assert client_of(None).get("/account/tokens/").status_code == 302


def test_an_admin_revokes_tokens_of_others_and_nobody_else_does() -> None:
    token, secret = token_make(a_user("bob"), name="x", scopes=["logs:write"])
    with pytest.raises(NotAllowed):
        token_revoke(token, by=a_user("eve"))
    assert token_used(secret) == token
    assert client_of(a_user("fay")).get("/desk/tokens/").status_code == 403
    zoe = client_of(a_user("zoe", is_superuser=True))
    assert "/desk/tokens/" in zoe.get("/admin/").content.decode()
    page = zoe.get("/desk/tokens/").content.decode()
    assert "bob@example.org" in page
    assert secret not in page
    assert zoe.post(f"/account/tokens/{token.pk}/revoke/")["Location"] == "/desk/tokens/"
    assert token_used(secret) is None
    told = Notice.objects.get(kind="token.revoked")
    assert (told.user, told.facts["token"]) == (token.user, "x")
    assert "Nobody has a token" in zoe.get("/desk/tokens/", headers={"accept-language": "en"}).content.decode()
