"""One line of the upload page: what somebody gave, as we understood it."""

import datetime as dt
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.models import Game
from games.telling import Told

BEGINNING = 80
"""Characters shown of what nobody understands."""


@dataclass(frozen=True)
class SeatRead:
    name: str
    place: int | None
    score: int | None


@dataclass
class Reading:
    """One line. With a `token` it can be saved; `tone` is a class of the style sheet."""

    name: str = ""
    title: str = ""
    word: str = ""
    tone: str = ""
    token: str = ""
    game: Game | None = None
    seats: list[SeatRead] = field(default_factory=list)
    ended: dt.datetime | None = None
    zone: str = "UTC"
    table: str = ""
    digest: str = ""
    """Of its bytes: equal for equal files."""
    sentence: str = ""
    advice: str = ""
    beginning: str = ""
    months: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """What it holds, one by one: the results of a history, say."""


def problem(name: str, told: Told, beginning: str = "") -> Reading:
    title, advice = (told.ways[0][1], told.ways[0][2]) if told.ways else ("", "")
    return Reading(
        name=name,
        title=_("Not readable"),
        word=_("broken file"),
        tone="bad",
        sentence=told.sentence,
        advice=f"{title}. {advice}" if title else "",
        beginning=beginning,
    )
