"""Parts of a verification's page: its steps, the position just before the refused event, the raw notification."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import storage
from games.engine.errors import LogProblem
from games.glossary import board_labels
from games.intake import intake
from games.models import Verification
from games.progress import step_of
from games.registry import ENGINES
from games.verify import event_at, position_before, read_script
from games.words.points import category

Step = Verification.Step
ORDER = [Step.QUEUED, Step.READING, Step.REPLAYING, Step.COMPARING]
RAW_LENGTH = 4_000


@dataclass(frozen=True)
class Bar:
    """One step of the bar; `tone` is a class of the style sheet."""

    name: str
    note: str = ""
    tone: str = ""
    now: bool = False


def steps(row: Verification) -> list[Bar]:
    names = [_("In the queue"), _("Reading"), _("Replay"), _("Comparison")]
    if not row.is_over:
        reached = ORDER.index(step_of(row))
        tones = ["" if index < reached else "run" if index == reached else "off" for index in range(4)]
        return [Bar(name, tone=tone, now=tone == "run") for name, tone in zip(names, tones, strict=True)]
    stopped = {"agrees": 4, "disagrees": 2, "broken": 1}.get(row.outcome, 2)
    if row.code.startswith("claim."):
        stopped = 3
    end = "stop" if row.outcome == "disagrees" else "halt"
    tones = ["" if index < stopped else end if index == stopped else "off" for index in range(4)]
    notes = ["", read_note(row), replay_note(row), compare_note(row, stopped)]
    return [Bar(*parts) for parts in zip(names, notes, tones, strict=True)]


def read_note(row: Verification) -> str:
    return _("%(kb)s kB") % {"kb": -(-row.submission.size // 1024)}


def replay_note(row: Verification) -> str:
    return ngettext("%(n)s step", "%(n)s steps", row.events) % {"n": row.events} if row.events else ""


def compare_note(row: Verification, stopped: int) -> str:
    if stopped < 3:
        return _("not reached")
    return ngettext("%(n)s statement", "%(n)s statements", row.claims) % {"n": row.claims} if row.claims else ""


@dataclass(frozen=True)
class Position:
    """The table just before the refused event: first what matters, then the rest, and all of it in words."""

    first: list[SafeString]
    rest: list[SafeString]
    words: list[str]


def position(row: Verification) -> Position | None:
    """Drawn from the file; None where it cannot be (the file is gone, the start is what is refused)."""
    game = row.submission.game
    engine = ENGINES.get(game.key) if game else None
    if engine is None or game is None or not row.at:
        return None
    try:
        script = read_script(intake(storage.load(row.submission.sha256)))
        number, path = row.at["event"], row.at.get("path", "")
        state = position_before(script, number, path)
    except (LogProblem, FileNotFoundError):
        return None
    event = event_at(script, number, path)
    known = {player["seat"]: player["name"] for player in row.players}
    names = [known.get(seat.seat, seat.name) for seat in script.seats]
    labels = board_labels(game.key)
    flag = str(row.at.get("move_id") or "")
    # The drawing escapes every text it is given (games/README 5).
    svgs = engine.board.panel_svgs(state, names=names, labels=labels, focus=event, flag=flag)
    panels = [mark_safe(svg) for svg in svgs]  # noqa: S308
    seat = row.facts.get("seat", getattr(event, "seat", None))
    common = list(range(engine.panels_before))
    chosen = common if seat is None else [seat + engine.panels_before, *common]
    return Position(
        first=[panels[index] for index in chosen if index < len(panels)],
        rest=[panel for index, panel in enumerate(panels) if index not in chosen],
        words=engine.board_text(state, names=names, labels=labels),
    )


def raw_notification(row: Verification) -> str:
    """What the file has at the refused place, as text."""
    at = row.at or {}
    try:
        document: Any = json.loads(intake(storage.load(row.submission.sha256)))
    except (LogProblem, FileNotFoundError, RecursionError):
        return ""
    found = notification(document, at) if at.get("packet") is not None else event(document, at)
    return json.dumps(found, ensure_ascii=False, indent=1)[:RAW_LENGTH] if found is not None else ""


def event(document: Any, at: dict[str, Any]) -> Any:
    events = document.get("events") if isinstance(document, dict) else None
    number = at.get("event", -1)
    return events[number] if isinstance(events, list) and 0 <= number < len(events) else None


def notification(document: Any, at: dict[str, Any]) -> Any:
    """The notification of a BGA packet, in whichever wrapping the packets lie."""
    while isinstance(document, dict):
        document = document.get("logs") or document.get("data")
    for packet in document if isinstance(document, list) else []:
        if isinstance(packet, dict) and str(packet.get("packet_id")) == str(at["packet"]):
            data = packet.get("data")
            data = list(data.values()) if isinstance(data, dict) else data
            number = at.get("notification") or 0
            if isinstance(data, list) and 0 <= number < len(data):
                return data[number]
    return None


def scorings(row: Verification) -> list[dict[str, Any]]:
    """The points of each scoring: a line for each category, a column for each seat."""
    game = row.submission.game.key if row.submission.game else ""
    tables = []
    for scoring in row.breakdown:
        seats = [*scoring["seats"], *([scoring["dirk"]] if scoring.get("dirk") else [])]
        categories = [name for name in seats[0] if name != "total"] if seats else []
        tables.append(
            {
                "title": scoring_name(game, scoring["round"]),
                "lines": [(category(game, name), [seat.get(name) for seat in seats]) for name in categories],
                "totals": [seat["total"] for seat in seats],
                "dirk": bool(scoring.get("dirk")),
            }
        )
    return tables


def scoring_name(game: str, number: int | str) -> str:
    if number == "end":
        return _("At the end")
    return (_("Round %(n)s") if game == "arctica" else _("Scoring %(n)s")) % {"n": number}
