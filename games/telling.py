"""A judgement in sentences: what was found, where, by which rule, and what to do next."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.arctica_messages import ARCTICA
from games.glossary import said
from games.messages import MESSAGES, NOTES, SITE_ERRORS, WAYS, Message
from games.models import Verification
from games.res_arcana_messages import RES_ARCANA
from games.revive_messages import REVIVE

MOST_SHOWN = 300

BY_GAME: Mapping[str, Mapping[str, Message]] = {"arctica": ARCTICA, "res_arcana": RES_ARCANA, "revive": REVIVE}
"""What a code says in one game, where that differs from what it says in all."""


@dataclass(frozen=True)
class Compared:
    """A line of the table expected/found."""

    label: str
    expected: str
    found: str


@dataclass(frozen=True)
class Told:
    title: str
    sentence: str
    rule: str = ""
    place: str = ""
    rows: Sequence[Compared] = ()
    ways: Sequence[tuple[str, str, str]] = ()
    """Key, title and text of each way on."""


def told(row: Verification) -> Told:
    """The judgement of a verification, or what it is waiting for."""
    if not row.is_over:
        return Told(_("Being checked"), _("The log is replayed move by move. This takes a few seconds."))
    if row.outcome == "agrees":
        return Told(_("Agrees"), agreement(row))
    if row.verdict == "errored":
        text = _("We could not judge this log, and that is our fault, not yours. Our reference is %(pk)s.") % {
            "pk": row.pk
        }
        return Told(_("Not judged yet"), text, ways=ways_on(("wait", "result")))
    game = row.submission.game.key if row.submission.game else ""
    names = {player["seat"]: player["name"] for player in row.players}
    refusal = refused(row.code, row.facts, game=game, names=names, at=row.at or {})
    title = {"disagrees": _("Disagrees"), "cannot": _("Cannot be verified"), "broken": _("Broken file")}[row.outcome]
    move = (row.at or {}).get("move_id")
    if row.outcome == "disagrees":
        title = (
            _("Disagrees at move %(move)s") % {"move": move}
            if move
            else _("Disagrees at event %(n)s") % {"n": event_number(row)}
        )
    return Told(title, refusal.sentence, refusal.rule, refusal.place, refusal.rows, refusal.ways)


def event_number(row: Verification) -> int:
    """Counted from 1, as people do."""
    return int((row.at or {}).get("event", 0)) + 1


def agreement(row: Verification) -> str:
    steps = ngettext("%(n)s step was replayed", "%(n)s steps were replayed", row.events) % {"n": row.events}
    text = _("%(steps)s: all of it is legal, and the match ended as stated.") % {"steps": steps}
    if row.claims:
        claims = ngettext("%(n)s statement checked", "%(n)s statements checked", row.claims) % {"n": row.claims}
        text = _("%(steps)s and %(claims)s: all of it is legal, and the match ended as stated.") % {
            "steps": steps,
            "claims": claims,
        }
    if row.verdict == "consistent":
        return " ".join([text, _("Some cards stayed unknown; nothing speaks against them.")])
    return text


def refused(
    code: str,
    facts: Mapping[str, Any],
    *,
    game: str = "",
    names: Mapping[int, str] | None = None,
    at: Mapping[str, Any] | None = None,
) -> Told:
    """A refusal in sentences; `names` are the players by seat."""
    message = BY_GAME.get(game, {}).get(code) or MESSAGES.get(code) or Message(_("The log was refused: %(line)s"))
    names, at = names or {}, at or {}
    values: defaultdict[str, str] = defaultdict(lambda: "?")
    values |= {key: shown(message, game, names, value) for key, value in facts.items() if key != "rule"}
    values["who"] = who(facts, names)
    values["line"] = str(facts.get("reason") or facts.get("found") or code)[:MOST_SHOWN]
    if isinstance(facts.get("expected"), int):
        values["limit"] = filesizeformat(facts["expected"])
    return Told(
        title="",
        sentence=str(message.sentence) % values,
        rule=str(message.rule),
        place=place(at),
        rows=compared(message, facts, values, game),
        ways=ways_on(message.ways),
    )


def site_error(facts: Mapping[str, Any]) -> Told:
    """An answer of the site, saved instead of a log."""
    message = SITE_ERRORS[facts["reason"]]
    return Told("", str(message.sentence) % {"text": str(facts["text"])[:MOST_SHOWN]}, ways=ways_on(message.ways))


def who(facts: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if facts.get("dirk"):
        return "Dirk"
    seat = facts.get("seat")
    return names.get(seat) or _("player %(n)s") % {"n": seat + 1} if isinstance(seat, int) else _("somebody")


def shown(message: Message, game: str, names: Mapping[int, str], value: Any) -> str:
    if message.shows == "seats":
        seats = value if isinstance(value, list) else [value]
        return ", ".join(who({"seat": seat}, names) if seat is not None else _("nobody") for seat in seats)
    if message.shows == "bytes" and isinstance(value, int):
        return filesizeformat(value)
    return said(game, value)[:MOST_SHOWN]


def compared(message: Message, facts: Mapping[str, Any], values: Mapping[str, str], game: str) -> list[Compared]:
    rows = []
    if message.row and "expected" in facts and "found" in facts:
        label = str(message.row)
        if facts.get("kind"):
            label = f"{label} ({said(game, facts['kind'])})"
        rows.append(Compared(label, values["expected"], values["found"]))
    if facts.get("cards") and game:
        rows.append(Compared(_("Cards"), "", values["cards"]))
    return rows


def place(at: Mapping[str, Any]) -> str:
    """Where in the log, in the log's own numbers."""
    parts = []
    if at.get("move_id") is not None:
        parts.append(_("move %(n)s") % {"n": at["move_id"]})
    if at.get("packet") is not None:
        parts.append(_("packet %(n)s") % {"n": at["packet"]})
    if not parts and at.get("event") is not None:
        parts.append(_("event %(n)s") % {"n": at["event"] + 1})
    if at.get("path"):
        parts.append(at["path"])
    return ", ".join(parts)


def ways_on(keys: Sequence[str]) -> list[tuple[str, str, str]]:
    return [(key, str(WAYS[key][0]), str(WAYS[key][1])) for key in keys]


def remarks(row: Verification) -> list[str]:
    """What the judgement notes beside its outcome."""
    names = {player["seat"]: player["name"] for player in row.players}
    return [remark(note, names) for note in row.notes if note.get("code") in NOTES]


def remark(note: Mapping[str, Any], names: Mapping[int, str]) -> str:
    values: defaultdict[str, Any] = defaultdict(lambda: "?")
    values |= note
    values["who"] = who(note, names)
    return str(NOTES[note["code"]]) % values
