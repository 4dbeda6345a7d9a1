"""The community of the pages, asked by programs."""

import json
from typing import Any

import pytest
from django.test import Client, TestCase

from games.models import User
from ladder.models import ApiToken, Scope
from ladder.services.tokens import token_make
from tests.pages.conftest import Torre, at_now, built, torre

__all__ = ["at_now", "built", "torre"]


class Program:
    """A program with a token of an account; of a visitor without one."""

    def __init__(self, user: User | None = None, scopes: Any = tuple(Scope.values)) -> None:
        self.user = user
        self.token: ApiToken | None = None
        self.headers = {"accept-language": "en"}
        if user is not None:
            self.token, secret = token_make(user, name="test", scopes=scopes)
            self.headers["authorization"] = f"Bearer {secret}"
        self.client = Client()

    def get(self, path: str, status: int = 200, **headers: str) -> Any:
        answer = self.client.get(f"/api/v1/{path}", headers=self.headers | headers)
        return self.checked(answer, status)

    def post(self, path: str, body: Any = None, status: int = 200, version: Any = None, key: str = "") -> Any:
        headers = self.headers | ({} if version is None else {"if-match": f'"{version}"'})
        headers |= {"idempotency-key": key} if key else {}
        data = "" if body is None else json.dumps(body)
        with TestCase.captureOnCommitCallbacks(execute=True):
            answer = self.client.post(f"/api/v1/{path}", data, "application/json", headers=headers)
        return self.checked(answer, status)

    def checked(self, answer: Any, status: int) -> Any:
        assert answer.status_code == status, (answer.status_code, answer.content[:1500])
        self.answer = answer
        if answer.status_code >= 400:
            assert answer["Content-Type"] == "application/problem+json"
            found = answer.json()
            assert {"type", "title", "status", "code", "message", "facts"} == found.keys()
            assert found["status"] == status
            assert found["message"]
            return found["code"]
        return answer.json() if "json" in answer["Content-Type"] else answer.content.decode()


@pytest.fixture
def program(torre: Torre) -> Any:
    """Programs by the name of the account, and what they may be used for."""

    def make(name: str = "", *scopes: str) -> Program:
        return Program(torre.people[name] if name else None, scopes or tuple(Scope.values))

    return make
