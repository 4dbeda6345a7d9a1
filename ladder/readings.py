"""What somebody gave, as we understood it, in words: the lines of the upload page, before anything is saved."""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.contrib.sessions.backends.base import SessionBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import intake
from games.intake import Member
from games.models import Game, Match, Submission
from games.telling import Told, refused, site_error
from games.understand import Document, understand
from ladder import drafts, formats
from ladder.selectors.seasons import SeasonBook, default_zone

TABLE = re.compile(r"(?:https?://[^\s]{0,200}\btable=)?([0-9]{5,15})")
SENTENCE = re.compile(r"([^:\n]{2,64}):\s{0,9}([^:\n]{3,500})")
SCORED = re.compile(r"(\S.{0,63}?)\s{1,9}(-?[0-9]{1,5})")
SAVABLE = {"bga_log", "record", "table_record"}
RUNNING = {"play", "asyncplay", "open", "init"}
BEGINNING = 80
OTHER_KINDS = {
    "history": gettext_lazy(
        "This is a list of matches from BGA, without their moves. Bring the log or the table record of each."
    ),
    "player_lookup": gettext_lazy("This is an answer of BGA’s player search. It holds no match."),
    "unknown": gettext_lazy("This is no log that is known here."),
}


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
    sentence: str = ""
    advice: str = ""
    beginning: str = ""
    months: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)


def read_files(session: SessionBase, files: Iterable[tuple[str, bytes]]) -> list[Reading]:
    return [read_member(session, member) for name, raw in files for member in intake.unpack(raw, name)]


def read_drafts(session: SessionBase) -> list[Reading]:
    """What this session gave before and has not saved."""
    readings = []
    for token, (name, raw) in drafts.all_of(session):
        reading = read_member(session, intake.read_member(raw, name), token=token)
        if reading.token:
            readings.append(reading)
    return readings


def read_text(session: SessionBase, text: str) -> list[Reading]:
    """A pasted document, a table's address or number, or a sentence like `Alhambra: Ada 131, Bruno 120`."""
    text = text.strip()
    if text[:1] in ("{", "[") or "g_gamelogs" in text:
        return read_files(session, [("", text.encode())])
    if found := TABLE.fullmatch(text):
        return [read_table(found[1])]
    if len(text) < 600 and (found := SENTENCE.fullmatch(text)):
        return [read_sentence(found[1].strip(), found[2])]
    told = refused("malformed.not_json", {"byte": 0})
    return [problem("", told, beginning=text[:BEGINNING])]


def read_member(session: SessionBase, member: Member, token: str = "") -> Reading:
    if member.body is None:
        assert member.problem is not None
        told = refused(member.problem.code, member.problem.facts, at=None)
        return problem(member.name, told, beginning=beginning(member) if "not_json" in member.problem.code else "")
    document = understand(member.body)
    if document.kind == "bga_error":
        return problem(member.name, site_error(document.facts))
    if document.kind == "table_record" and document.facts["status"] in RUNNING:
        return Reading(
            name=member.name,
            title=_("Table record"),
            word=_("not saved"),
            sentence=_("This table is not finished. Bring its record again when it is."),
        )
    if document.kind not in SAVABLE or document.game is None:
        return unsaved(member, document)
    return savable(session, member, document, token)


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


def beginning(member: Member) -> str:
    """The first characters of a text; empty for what is no text."""
    text = member.raw[: BEGINNING * 4].decode(errors="ignore").strip()[:BEGINNING]
    return text if "".join(text.split()).isprintable() else ""


def unsaved(member: Member, document: Document) -> Reading:
    if document.kind in OTHER_KINDS:
        sentence = str(OTHER_KINDS[document.kind])
    elif code := document.facts.get("code"):
        return problem(member.name, refused(code, document.facts))
    else:
        sentence = _("Logs of this game cannot be replayed here. Its result can be entered by hand.")
    return Reading(
        name=member.name,
        title=_("Not a log"),
        word=_("not saved"),
        sentence=sentence,
        beginning=beginning(member) if document.kind == "unknown" else "",
        links=[(reverse("result"), _("Enter a result"))],
    )


def savable(session: SessionBase, member: Member, document: Document, token: str) -> Reading:
    known = Submission.objects.select_related("match").filter(sha256=drafts.digest(member.raw)).first()
    match = known.match if known else match_of_table(document.platform or "", document.table or "")
    reading = Reading(
        name=member.name,
        game=Game.objects.filter(key=document.game).first() or Game(key=document.game, name=str(document.game).title()),
        seats=seats_of(document),
        ended=dt.datetime.fromtimestamp(document.ended, dt.UTC) if document.ended is not None else None,
        zone=default_zone(),
        table=document.table or "",
    )
    if known:
        reading.word = _("already here")
    else:
        reading.token = token or drafts.keep(session, member.raw, member.name)
        reading.word = _("a further witness") if match else _("new")
        reading.months = months(reading.game, reading.ended)
        reading.odd = odd(document)
    if match:
        reading.links = [(match.get_absolute_url(), _("The match is here already"))]
    return reading


def match_of_table(platform: str, table: str) -> Match | None:
    return Match.objects.filter(platform=platform, table_id=table).first() if table else None


def seats_of(document: Document) -> list[SeatRead]:
    ranks, scores = document.ranks or (), document.scores or ()
    seats = [
        SeatRead(
            player.name,
            ranks[index] if index < len(ranks) else None,
            scores[index] if index < len(scores) else None,
        )
        for index, player in enumerate(document.players)
    ]
    return sorted(seats, key=lambda seat: (seat.place is None, seat.place or 0))


def months(game: Game | None, ended: dt.datetime | None) -> list[str]:
    """In which month of which league it would count if it came in now, and where it would be too late."""
    if ended is None or game is None:
        return []
    lines, book = [], SeasonBook()
    for ladder in book.ladders:
        if book.takes(ladder, game.pk):
            season = book.at(ladder, ended)
            where = {"league": ladder.name, "month": formats.month(formats.first_day(season))}
            if timezone.now() < season.grace_until:
                lines.append(_("Counts in %(league)s, %(month)s.") % where)
            else:
                lines.append(_("Too late for %(league)s, %(month)s: its days of grace are over.") % where)
    return lines


def odd(document: Document) -> list[str]:
    remarks = []
    if document.ended is None:
        remarks.append(_("It does not say when the match ended, so it belongs to no month yet."))
    if not document.players:
        remarks.append(_("It does not name the players; they will be read from the moves."))
    elif not all(player.id for player in document.players):
        remarks.append(_("Some players are known by name only."))
    if document.ending == "concession":
        remarks.append(_("Somebody conceded."))
    elif document.ending in ("abandoned", "unfinished"):
        remarks.append(_("The match was not played to its end."))
    return remarks


def read_table(table: str) -> Reading:
    match = match_of_table("bga", table)
    reading = Reading(
        title=_("BGA table %(table)s") % {"table": table}, word=_("already here") if match else _("not here yet")
    )
    if match:
        reading.links = [(match.get_absolute_url(), _("To the match"))]
        return reading
    reading.sentence = _(
        "A number alone tells nothing, and we never log in to BGA. Bring its log, or enter the result."
    )
    reading.links = [(reverse("result"), _("Enter the result"))]
    return reading


def read_sentence(title: str, people: str) -> Reading:
    """A result in words; it leads to the form, filled in."""
    found = [SCORED.fullmatch(part.strip()) for part in people.split(",")]
    seats = [SeatRead(part[1], None, int(part[2])) for part in found if part]
    if len(seats) < 2 or len(seats) != len(found):
        told = refused("malformed.not_json", {"byte": 0})
        return problem("", told, beginning=f"{title}: {people}"[:BEGINNING])
    game = next(
        (
            each
            for each in Game.objects.all()
            if title.casefold() in (each.key, each.name.casefold(), str(each).casefold())
        ),
        None,
    )
    query = urlencode(
        [
            ("game", game.key if game else ""),
            *(pair for seat in seats for pair in (("name", seat.name), ("score", seat.score))),
        ]
    )
    return Reading(
        title=title,
        game=game,
        word=_("a result in words"),
        seats=seats,
        sentence="" if game else _("This game is not known here yet; choose one in the form."),
        links=[(f"{reverse('result')}?{query}", _("Go on with this result"))],
    )
