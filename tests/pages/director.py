"""The director's desk in a browser without script."""

import re
from typing import Any

from django.test import Client

from games.models import User
from tests.tournaments.events import Event
from tournaments.models import Entrant, Round, Tournament
from tournaments.terms import StageTerms, Terms

NOW = "2026-10-16T12:00:00Z"
NAMES = "ann bob cid dot eve fay gil hal".split()
FOUR = Terms(wanted=4, least=3, most=4, check_in=False)


def client_of(user: User | None) -> Client:
    found = Client(headers={"accept-language": "en"})
    if user is not None:
        found.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return found


class Desk:
    """The desk of one event in a director's browser."""

    def __init__(self, event: Event | Tournament, user: User | None = None) -> None:
        self.tournament = event if isinstance(event, Tournament) else event.tournament
        self.user = user or self.tournament.roles.get(kind="director").user
        self.client = client_of(self.user)
        self.at = f"/desk/tournaments/{self.tournament.slug}/"

    def now(self) -> Tournament:
        return Tournament.objects.get(pk=self.tournament.pk)

    def seen(self) -> int:
        last = self.tournament.acts.order_by("-number").first()
        return last.number if last else 0

    def get(self, path: str = "") -> str:
        answer = self.client.get(self.at + path)
        assert answer.status_code == 200, answer.status_code
        return answer.content.decode()

    def post(self, path: str, status: int = 302, **fields: Any) -> Any:
        fields.setdefault("seen", self.seen())
        answer = self.client.post(self.at + path, fields)
        assert answer.status_code == status, (answer.status_code, text_of(answer)[:2000])
        return answer

    def advance(self, to: str, status: int = 302) -> Any:
        return self.post("advance/", status, to=to, version=self.now().version)

    def stage(self, do: str, number: int = 1, status: int = 302) -> Any:
        return self.post(f"stages/{number}/{do}/", status, version=self.tournament.stages.get(number=number).version)

    def round(self, number: int = 1, stage: int = 1) -> Round:
        return Round.objects.get(stage__tournament=self.tournament, stage__number=stage, number=number)

    def on_round(self, do: str, number: int = 1, status: int = 302, **fields: Any) -> Any:
        round_ = self.round(number)
        fields.setdefault("version", round_.version)
        return self.post(f"rounds/{round_.pk}/{do}/", status, **fields)

    def tables(self, number: int = 1, stage: int = 1) -> list[list[str]]:
        return [
            [seat.entrant.player.name for seat in table.seats.select_related("entrant__player").order_by("number")]
            for table in self.round(number, stage).pairings.order_by("number")
        ]

    def entrant(self, name: str) -> Entrant:
        return self.tournament.entrants.get(player__name=name)

    def boxes(self, told: dict[str, str], number: int = 1) -> dict[str, Any]:
        """`{"ann": "1/98", "bob": "n"}` as the boxes of their tables: place and score."""
        fields: dict[str, Any] = {}
        for name, text in told.items():
            entrant = self.entrant(name)
            table = self.round(number).pairings.get(seats__entrant=entrant)
            place, _slash, score = text.partition("/")
            fields[f"place-{table.pk}-{entrant.pk}"], fields[f"score-{table.pk}-{entrant.pk}"] = place, score
            fields[f"version-{table.pk}"] = table.version
        return fields

    def results(self, told: dict[str, str], number: int = 1, status: int = 302, **more: Any) -> Any:
        return self.post(f"rounds/{self.round(number).pk}/results/", status, **self.boxes(told, number) | more)

    def on_table(self, person: str, do: str, number: int = 1, status: int = 302, **fields: Any) -> Any:
        table = self.round(number).pairings.get(seats__entrant=self.entrant(person))
        return self.post(f"tables/{table.pk}/{do}/", status, **{"version": table.version} | fields)

    def on_entrant(self, name: str, do: str, status: int = 302) -> Any:
        one = self.entrant(name)
        return self.post(f"entrants/{do}/", status, entrant=one.pk, version=one.version)


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())).replace("&#x27;", "'")


def started(names: list[str] = NAMES, terms: Terms = FOUR, rounds: int = 3) -> Desk:
    """A tournament whose first round is a draft."""
    desk = Desk(Event(names, terms, [StageTerms(rounds=rounds)]))
    desk.stage("pair")
    return desk


def playing(**more: Any) -> Desk:
    desk = started(**more)
    desk.on_round("publish")
    return desk


def play(desk: Desk, number: int = 1) -> None:
    """Everybody plays in the order of seats."""
    for table in desk.tables(number):
        desk.results({name: str(place) for place, name in enumerate(table, 1)}, number)
