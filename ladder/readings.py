"""What somebody gave, as we understood it, in words: the lines of the upload page, before anything is saved."""

import datetime as dt
from collections.abc import Iterable
from itertools import chain

from django.contrib.sessions.backends.base import SessionBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games import intake
from games.intake import Member
from games.limits import KB
from games.models import Game, Submission
from games.telling import refused, site_error
from games.understand import Document, understand
from ladder import drafts, formats
from ladder.imports.sheets import is_sheet
from ladder.pasted import history_told, match_of_table, read_lines, read_lookup, read_sheet, unreadable
from ladder.reading import BEGINNING, Reading, SeatRead, problem
from ladder.selectors.seasons import SeasonBook, default_zone

SAVABLE = {"bga_log", "record", "table_record", "history"}
WORDS_BYTES = 100 * KB
"""A file with results in words is no longer than this."""
RUNNING = {"play", "asyncplay", "open", "init"}
OTHER_KINDS = {
    "history": gettext_lazy("This is a list of matches from BGA, and none of them has a result."),
    "unknown": gettext_lazy("This is no log that is known here."),
}


def read_files(session: SessionBase, files: Iterable[tuple[str, bytes]]) -> list[Reading]:
    """What somebody gave at once; of equal files, and of several of one table, only the first is called new."""
    return twins_told([reading for name, raw in files for reading in read_file(session, name, raw)])


def twins_told(read: list[Reading]) -> list[Reading]:
    digests: set[str] = set()
    tables: set[str] = set()
    for reading in read:
        if not reading.token:
            continue
        if reading.digest in digests:
            reading.word, reading.months = _("the same file once more"), []
        elif reading.table and reading.table in tables:
            reading.word = _("a further witness")
        digests.add(reading.digest)
        tables.add(reading.table)
    return read


def read_file(session: SessionBase, name: str, raw: bytes) -> list[Reading]:
    """One file: documents, a spreadsheet, or results in words; what it is called decides nothing."""
    if is_sheet(raw):
        return [read_sheet(name)]

    def read(member: Member) -> list[Reading]:
        is_short = member.problem is not None and member.raw is raw and len(raw) <= WORDS_BYTES
        return (is_short and read_lines(words_of(raw))) or [read_member(session, member)]

    return list(chain.from_iterable(map(read, intake.unpack(raw, name))))


def words_of(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def read_drafts(session: SessionBase) -> list[Reading]:
    """What this session gave before and has not saved."""
    readings = []
    for token, (name, raw) in drafts.all_of(session):
        reading = read_member(session, intake.read_member(raw, name), token=token)
        if reading.token:
            readings.append(reading)
    return twins_told(readings)


def read_text(session: SessionBase, text: str) -> list[Reading]:
    """A pasted document, tables by address or number, or results in words like `Alhambra: Ada 131, Bruno 120`."""
    text = text.strip()
    if text[:1] in ("{", "[") or "g_gamelogs" in text:
        return read_files(session, [("", text.encode())])
    if is_sheet(text.encode(errors="replace")):
        return [read_sheet("")]
    return read_lines(text) or [unreadable(text)]


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
    if document.kind == "table_record" and (code := document.facts.get("code")):
        return problem(member.name, refused(code, document.facts))
    if document.kind == "player_lookup":
        return read_lookup(document, member.name)
    if document.kind not in SAVABLE or (document.game is None and not document.rows):
        return unsaved(member, document)
    return savable(session, member, document, token)


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
        game=game_read(document.game),
        seats=seats_of(document),
        ended=dt.datetime.fromtimestamp(document.ended, dt.UTC) if document.ended is not None else None,
        zone=default_zone(),
        table=document.table or "",
        digest=drafts.digest(member.raw),
    )
    if known:
        reading.word = _("already here")
    else:
        reading.token = token or drafts.keep(session, member.raw, member.name)
        reading.word = _("a further witness") if match else pgettext("a result", "new")
        reading.months = months(reading.game, reading.ended)
        reading.odd = [] if document.kind == "history" else odd(document)
    if match:
        reading.links = [(match.get_absolute_url(), _("The match is here already"))]
    return history_told(reading, document) if document.kind == "history" else reading


def game_read(key: str | None) -> Game | None:
    return (Game.objects.filter(key=key).first() or Game(key=key, name=key.title())) if key else None


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
