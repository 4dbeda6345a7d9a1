"""Tokens of accounts: made, used, revoked. The secret is told once, to who makes it, and kept by nobody."""

import hashlib
import secrets
from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from django.db import InternalError, OperationalError, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse

from games.engine.text import clean_name
from games.models import User
from games.services.audit import audit
from games.services.errors import NotAllowed
from games.services.notices import notice_send
from games.services.retry import atomic_retried
from ladder.models import ApiToken, Scope

MARK = "cla_"
"""How every token begins, so that a search for leaked secrets finds it."""
SHOWN = len(MARK) + 6
MOST = 20
NAME_LENGTH = 64
MINUTE = timedelta(minutes=1)


class TokenRefused(Exception):
    """No token was made. `code`: `name_missing`, `scopes` (none, or an unknown one) or `too_many`."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


@atomic_retried
def token_make(user: User, *, name: str, scopes: Collection[str]) -> tuple[ApiToken, str]:
    """A new token of an account, and its secret. Raises `TokenRefused`."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two at once count each other
    name = clean_name(name)[:NAME_LENGTH]
    if not name:
        raise TokenRefused("name_missing")
    if not scopes or not set(scopes) <= set(Scope.values):
        raise TokenRefused("scopes")
    if live(user).count() >= MOST:
        raise TokenRefused("too_many", most=MOST)
    secret = MARK + secrets.token_urlsafe(32)
    kept = [scope for scope in Scope.values if scope in scopes]
    token = ApiToken.objects.create(user=user, name=name, prefix=secret[:SHOWN], digest=digest_of(secret), scopes=kept)
    audit("token.made", token, actor=user, name=name, scopes=kept)
    notice_send("token.made", [user], key=f"token.made/{token.pk}", link=reverse("tokens"), token=name)
    return token, secret


@atomic_retried
def token_revoke(token: ApiToken, *, by: User) -> ApiToken:
    """End a token, as its owner or as an admin, who tells its owner by that. Done twice it is done once. Raises `NotAllowed`."""
    if by.pk != token.user_id and not by.is_superuser:
        raise NotAllowed("role", act="token_revoke")
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=Now()):
        audit("token.revoked", token, actor=by, name=token.name)
        key = f"token.revoked/{token.pk}"
        notice_send("token.revoked", [token.user_id], key=key, link=reverse("tokens"), besides=by, token=token.name)
    token.refresh_from_db()
    return token


def token_used(secret: str) -> ApiToken | None:
    """The token of a secret, with its account; None for one that does not work.

    Its last use is noted to the minute, where the database takes it: who only reads is not held up by that.
    """
    stale = Q(last_used_at=None) | Q(last_used_at__lt=Now() - MINUTE)
    rows = ApiToken.objects.select_related("user__player").annotate(stale=stale)
    token = rows.filter(digest=digest_of(secret), revoked_at=None, user__is_active=True).first()
    if token is not None and token.stale:  # on SQLite whoever writes waits for the others, whatever there is to write
        with suppress(OperationalError, InternalError), transaction.atomic():
            ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=Now())
    return token


def live(user: User):
    """The tokens of an account that work."""
    return ApiToken.objects.filter(user=user, revoked_at=None)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
