"""Who asks: the account of a token, or nobody in particular."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.models import User
from ladder.models import ApiToken
from ladder.services.tokens import token_used

LONGEST = 200


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer cla_…`. A session counts for nothing here, so no page of another site can use it."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        kind, _space, secret = request.headers.get("Authorization", "").strip().partition(" ")
        if not kind:
            return None
        token = token_used(secret.strip()) if kind.lower() == "bearer" and len(secret) < LONGEST else None
        if token is None:
            raise AuthenticationFailed
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):
    """The same for the schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of an account, made on /account/tokens/. Its scopes say what it may be used for.",
        }
