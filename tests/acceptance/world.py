"""The people of the story and what they do: they read pages, press buttons, run commands. Workers follow each act."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from django.core import mail
from django.core.management import call_command
from django.test import Client, TestCase

from games.models import Match, Player, User
from games.services.verification import verifications_run
from ladder.demo.months import OCTOBER, Planned, planned
from tests.acceptance.clock import ROME
from tests.acceptance.forms import form_of

PASSWORD = "sei mura e un giardino"
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
TOLD = {match.key: match for match in planned(OCTOBER)}


@dataclass
class World:
    """The community *Torre*. `matches` are the story's matches by key, once they are told."""

    matches: dict[str, int] = field(default_factory=dict)
    browsers: dict[str, Client] = field(default_factory=dict)

    # Reading

    def browser(self, who: str = "") -> Client:
        """The browser of a person, logged in; of a visitor without a name."""
        client = self.browsers.setdefault(who, Client(headers={"accept-language": "en"}))
        if who:
            client.force_login(user(who), backend=BACKEND)
        return client

    def page(self, url: str, who: str = "", status: int = 200) -> Any:
        answer = self.browser(who).get(url)
        assert answer.status_code == status, (url, answer.status_code)
        return answer

    def text(self, url: str, who: str = "") -> str:
        return words(self.page(url, who))

    def json(self, url: str) -> Any:
        return json.loads(self.page(url).content)

    def ranking(self, month: str) -> list[tuple[int | None, str, str, int]]:
        """Rank, player, points, matches as the public JSON of a month (or of a revision, `2026-09/r1`) gives them."""
        rows = self.json(f"/leagues/torre/{month}.json")["rows"]
        return [(row["rank"], row["player"], row["points"], row["matches"]) for row in rows]

    # Doing

    def press(
        self, who: str, url: str, part: str = "", /, *, having: Any = None, status: int = 200, **fields: Any
    ) -> Any:
        """Fill in a form of a page and send it: the one that goes to an address ending in `part`."""
        page = self.page(url, who)
        return self.send(who, url, page, part, having=having, status=status, **fields)

    def send(
        self, who: str, url: str, page: Any, part: str = "", /, *, having: Any = None, status: int = 200, **fields: Any
    ) -> Any:
        form = form_of(page.content.decode(), part, **(having or {}))
        files = {name: value for name, value in fields.items() if isinstance(value, BytesIO)}
        said = {name: str(value) for name, value in fields.items() if name not in files}
        for name in said:
            assert name in form.values or name in form.buttons or name in form_names(page), f"no field {name}"
        with TestCase.captureOnCommitCallbacks(execute=True):
            answer = self.browser(who).post(form.action or url, form.values | said | files, follow=True)
        self.work()
        assert answer.status_code == status, (url, part, answer.status_code, words(answer)[:2000])
        return answer

    def work(self) -> None:
        """The workers do what waits."""
        with TestCase.captureOnCommitCallbacks(execute=True):
            while verifications_run():
                pass

    def later(self, task: Callable[[], None]) -> None:
        """Beat rings for a task."""
        with TestCase.captureOnCommitCallbacks(execute=True):
            task()

    def command(self, name: str, /, *arguments: Any, **options: Any) -> str:
        out = StringIO()
        with TestCase.captureOnCommitCallbacks(execute=True):
            call_command(name, *map(str, arguments), stdout=out, **options)
        return out.getvalue()

    def sign_up(self, who: str) -> None:
        """An account, by the letter with the link."""
        browser = Client(headers={"accept-language": "en"}, REMOTE_ADDR=f"203.0.113.{len(mail.outbox) % 200 + 1}")
        browser.post("/accounts/signup/", {"email": address(who), "password1": PASSWORD})
        link = re.search(r"https?://[^/\s]+(/accounts/confirm-email/\S+)", str(mail.outbox[-1].body))
        assert link, who
        browser.post(link[1], {"code": link[1].partition("code=")[2]})
        assert user(who).emailaddress_set.get().verified

    # Matches

    def match(self, key: str) -> Match:
        return Match.objects.get(pk=self.matches[key])

    def url(self, key: str) -> str:
        return self.match(key).get_absolute_url()

    def report(self, who: str, key: str, told: Planned | None = None, **fields: Any) -> Any:
        """A result typed on the page: what and who first, then who is meant by each name."""
        told = told or TOLD[key]
        local = told.ended_at.astimezone(ROME)
        url = "/upload/result/"
        page = self.page(url, who)
        games = re.findall(r'<option value="(\d+)"[^>]*>([^<]+)', page.content.decode())
        game = next(number for number, name in games if name.lower().replace(" ", "_") == told.game)
        seats = {
            f"seat-{number}-{name}": value
            for number, (player, place, flag) in enumerate(told.seats)
            for name, value in {"name": player, "place": place, "flag": flag}.items()
        }
        asked = self.send(who, url, page, game=game, ended=f"{local:%Y-%m-%dT%H:%M}", **seats, **fields)
        last = Match.objects.order_by("-pk").first()
        answer = self.send(who, url, asked)
        match = Match.objects.latest("pk")
        assert last is None or match.pk > last.pk, words(answer)
        self.matches[key] = match.pk
        return answer

    def upload(self, who: str, raw: bytes, name: str) -> Any:
        """Give the page a file, read what it says, and save it."""
        browser = self.browser(who)
        file = BytesIO(raw)
        file.name = name
        page = browser.post("/upload/", {"files": file})
        assert page.status_code == 200
        draft = re.search(r'name="draft" value="([^"]+)"', page.content.decode())
        assert draft, words(page)
        with TestCase.captureOnCommitCallbacks(execute=True):
            answer = browser.post("/upload/save/", {"draft": draft[1]}, follow=True)
        self.work()
        assert answer.status_code == 200
        return answer


def user(who: str) -> User:
    return User.objects.get(email=address(who))


def address(who: str) -> str:
    return f"{who}@torre.example"


def player(name: str) -> Player:
    return Player.objects.get(slug=name)


def words(answer: Any) -> str:
    """What a page says, without its marks."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))


def form_names(page: Any) -> set[str]:
    return set(re.findall(r'name="([^"]+)"', page.content.decode()))


def published(folder: Path) -> Path:
    return folder / "published" / "torre"
