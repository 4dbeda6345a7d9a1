"""The manager who imports old months, with her browser."""

import io
import re
from typing import Any

from django.test import Client

from ladder.models import Import
from ladder.services.import_jobs import import_work
from ladder.services.ladders import role_grant
from tests.factories import a_league, a_user

FIRST_OF_OCTOBER = "2026-10-01T08:00:00Z"
HOME = "/leagues/torre/imports/"


class Sara:
    """The manager's browser."""

    def __init__(self) -> None:
        self.league = a_league("torre")
        self.user = a_user("sara", language="en")
        role_grant(self.user, "manager", ladder=self.league)
        self.client = Client(headers={"accept-language": "en"})
        self.log_in()

    def log_in(self) -> None:
        self.client.force_login(self.user, backend="allauth.account.auth_backends.AuthenticationBackend")

    def bring(self, raw: bytes, name: str = "september.csv", **fields: str) -> Any:
        file = io.BytesIO(raw)
        file.name = name
        return self.client.post(HOME, {"file": file, **fields}, follow=True)

    def source(self) -> Import:
        return Import.objects.latest("pk")

    def ask(self, act: str, **fields: str) -> str:
        """Press a button; what the page says then."""
        source = self.source()
        answer = self.client.post(f"{HOME}{source.pk}/{act}", {"version": source.version, **fields}, follow=True)
        assert answer.status_code == 200
        return text_of(answer)

    def post(self, act: str, **fields: str) -> str:
        """The same, and what the page says after a worker was there."""
        told = self.ask(act, **fields)
        return self.check() if import_work(self.source().pk) else told

    def check(self) -> str:
        return text_of(self.client.get(f"{HOME}{self.source().pk}/check/"))

    def form(self) -> dict[str, str]:
        """The fields of the page about how the file is written, as they stand there."""
        page = self.client.get(f"{HOME}{self.source().pk}/")
        form = page.context["form"]
        return {field.html_name: str(field.value() or "") for field in form if field.value()}


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))
