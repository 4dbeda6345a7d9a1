"""What people paste that is no document: numbers and addresses of tables, results in words, bookmarklets' tables; and
the documents that hold no log: histories, answers of the player search, spreadsheets."""

import re
from collections.abc import Sequence
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.text import table_number
from games.models import Game, Match, Player
from games.models.player import fold
from games.telling import refused
from games.understand import Document
from ladder import formats
from ladder.models import Ladder
from ladder.reading import BEGINNING, Reading, SeatRead, problem
from ladder.sentences import Said, Sentence, TableLine, bookmarklet, sentence_of

TABLE = re.compile(r"(?:https?://[^\s]{0,200}\btable=)?([0-9]{5,15})[^\s]{0,200}", re.ASCII)
MOST = 200
"""Lines of one paste that are looked at."""
SHOWN = 50


def read_lines(text: str) -> list[Reading]:
    """A line a match: in words, or a BGA table by number or address. Empty where nothing of it is understood."""
    if (tables := bookmarklet(text)) is not None:
        return read_bookmarklet(tables)
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()][:MOST]
    readings, understood = [], False
    for number, line in lines:
        reading = read_line(line)
        understood = understood or reading is not None
        readings.append(reading or not_understood(number, line))
    return readings if understood else []


def read_line(line: str) -> Reading | None:
    if found := TABLE.fullmatch(line):
        return read_table(table_number(found[1]) or found[1])
    sentence = sentence_of(line)
    return read_sentence(sentence) if sentence else None


def not_understood(number: int, line: str) -> Reading:
    told = _("Line %(line)s is no result in words. Write it like “Alhambra: Ada 131, Bruno 120”.")
    return Reading(
        title=_("Not readable"),
        word=_("not saved"),
        tone="bad",
        sentence=told % {"line": number},
        beginning=line[:BEGINNING],
    )


def match_of_table(platform: str, table: str) -> Match | None:
    return Match.objects.filter(platform=platform, table_id=table).first() if table else None


def read_table(table: str) -> Reading:
    """A stub: it says whether the table is here, and asks for its record or its result."""
    match = match_of_table("bga", table)
    reading = Reading(
        title=_("BGA table %(table)s") % {"table": table}, word=_("already here") if match else _("not here yet")
    )
    if match:
        reading.links = [(match.get_absolute_url(), _("To the match"))]
        return reading
    reading.sentence = _(
        "A number alone tells nothing, and we never log in to BGA. Bring its log or its table record, or enter the result."
    )
    reading.links = [(f"{reverse('result')}?{urlencode({'table': table})}", _("Enter the result"))]
    return reading


def read_sentence(sentence: Sentence) -> Reading:
    """A result in words; it leads to the form, filled in."""
    game = game_named(sentence.game)
    return Reading(
        title=sentence.game,
        game=game,
        word=_("a result in words"),
        seats=seats_read(sentence.seats),
        sentence="" if game else _("This game is not known here yet; choose one in the form."),
        links=[(form_address(game, sentence.seats), _("Go on with this result"))],
    )


def read_bookmarklet(tables: Sequence[TableLine]) -> list[Reading]:
    """The tables of a bookmarklet's export. Its dates are those of whoever exported it, so they decide no month."""
    readings = []
    for line in tables[:MOST]:
        reading = read_table(line.table)
        reading.game, reading.seats = game_named(line.game), seats_read(line.seats)
        reading.name, reading.title = reading.title, line.game
        if not line.finished:
            reading.word, reading.links = _("not finished"), []
            reading.sentence = _("This table is not finished. Bring its record again when it is.")
        elif reading.word != _("already here"):
            reading.sentence = _(
                "The dates of this export are those of whoever made it. Bring the history or the table record, "
                "which tell the end, or enter the result."
            )
            address = form_address(reading.game, line.seats, table=line.table)
            reading.links = [(address, _("Enter the result"))]
        readings.append(reading)
    return readings


def form_address(game: Game | None, seats: Sequence[Said], table: str = "") -> str:
    """The form for a typed result, filled in."""
    query = [("game", game.key if game else ""), ("table", table)]
    for seat in seats:
        query += [
            ("name", seat.name),
            ("score", "" if seat.score is None else str(seat.score)),
            ("place", "" if seat.place is None else str(seat.place)),
        ]
    return f"{reverse('result')}?{urlencode([pair for pair in query if pair[0] not in ('game', 'table') or pair[1]])}"


def game_named(text: str) -> Game | None:
    """The game of this name in any language, or with this key."""
    wanted = fold(text)
    return next(
        (
            game
            for game in Game.objects.all()
            if wanted
            in {fold(name) for name in (game.key, game.key.replace("_", " "), game.name, *game.names.values())}
        ),
        None,
    )


def seats_read(seats: Sequence[Said]) -> list[SeatRead]:
    read = [SeatRead(seat.name, seat.place, seat.score) for seat in seats]
    return sorted(read, key=lambda seat: (seat.place is None, seat.place or 0))


# Documents without a log


PROBLEMS = {
    "running": lambda n: ngettext("%(n)s table still runs: left out", "%(n)s tables still run: left out", n),
    "no_places": lambda n: ngettext(
        "%(n)s table without a result: left out", "%(n)s tables without a result: left out", n
    ),
    "no_opponents": lambda n: ngettext("%(n)s solo table: left out", "%(n)s solo tables: left out", n),
    "player_twice": lambda n: ngettext(
        "%(n)s row names a player twice: left out", "%(n)s rows name a player twice: left out", n
    ),
    "schema": lambda n: ngettext("%(n)s row is not readable: left out", "%(n)s rows are not readable: left out", n),
}


def history_told(reading: Reading, document: Document) -> Reading:
    """What a history holds, row by row; what gives no result is counted."""
    count = len(document.rows)
    reading.title = _("History of BGA")
    known = set(
        Match.objects.filter(platform="bga", table_id__in=[row.table for row in document.rows]).values_list(
            "table_id", flat=True
        )
    )
    new = sum(row.table not in known for row in document.rows)
    reading.sentence = ngettext("%(n)s result, %(new)s of them new.", "%(n)s results, %(new)s of them new.", count) % {
        "n": count,
        "new": new,
    }
    reading.odd += [PROBLEMS[code](n) % {"n": n} for code, n in document.facts["problems"].items()]
    if document.facts["names_dropped"]:
        reading.odd.append(_("Some names hold a comma, so people are told by their numbers alone."))
    for row in document.rows[:SHOWN]:
        state = _("already here") if row.table in known else pgettext("a result", "new")
        people = ", ".join(player.name or str(player.id) for player in row.players)
        day = formats.day_and_time(formats.instant(row.ended), reading.zone) if row.ended else "–"
        reading.lines.append(f"{row.game}, {day}: {people} ({state})")
    return reading


def read_lookup(document: Document, name: str) -> Reading:
    """An answer of BGA's player search: a name counts only if it is equal, for the search also finds parts of names."""
    reading = Reading(name=name, title=_("Player search of BGA"), word=_("not saved"))
    if not document.players:
        reading.sentence = _("The search found nobody: the name that was looked for is not on BGA.")
        return reading
    by_name = {fold(player.name): player for player in document.players}
    waiting = Player.objects.filter(state=Player.State.PROVISIONAL, names__folded__in=by_name).distinct()
    for player in waiting[:SHOWN]:
        found = by_name.get(fold(player.name))
        if found is not None:
            number = str(found.id).partition(":")[2]
            reading.lines.append(
                _("%(name)s has the number %(number)s on BGA.") % {"name": found.name, "number": number}
            )
            reading.links.append((player.get_absolute_url(), player.name))
    reading.sentence = (
        _("A manager can add the number to the player; then the name is checked.")
        if reading.lines
        else _("None of these is exactly the name of a player here whose name is not checked.")
    )
    return reading


def read_sheet(name: str) -> Reading:
    """A spreadsheet: old months are imported on their league's own page."""
    return Reading(
        name=name,
        title=_("A table of results"),
        word=_("not saved"),
        sentence=_("Whoever manages a league imports such tables on its page “Old months”."),
        links=[(reverse("imports", args=[ladder.slug]), ladder.name) for ladder in Ladder.objects.all()[:20]],
    )


def unreadable(text: str) -> Reading:
    return problem("", refused("malformed.not_json", {"byte": 0}), beginning=text[:BEGINNING])
