"""What the columns of a file mean: guessed from their heads in Italian, Portuguese and English, or from a template."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from ladder.imports.workbook import Cell, Row

Kind = Literal["seats", "rows", "totals"]
"""One row per seat, one row per match, totals only."""

FIELDS: dict[Kind, tuple[str, ...]] = {
    "seats": (
        "match",
        "table",
        "game",
        "end",
        "time",
        "player",
        "player_id",
        "place",
        "score",
        "flag",
        "ending",
        "points",
    ),
    "rows": ("match", "table", "game", "end", "time", "player", "player_id", "place", "score", "flag", "ending"),
    "totals": ("month", "player", "player_id", "points", "matches", "rank"),
}
REPEATED = frozenset({"player", "player_id", "place", "score", "flag"})
"""Columns of which a row per match has one for each seat."""
NEEDED: dict[Kind, tuple[str, ...]] = {
    "seats": ("player", "end"),
    "rows": ("player", "end"),
    "totals": ("player", "points"),
}

_PHRASES: dict[str, frozenset[str]] = {
    "match": frozenset(
        {
            "match",
            "id match",
            "match id",
            "partita",
            "n partita",
            "id partita",
            "numero partita",
            "codice partita",
            "partida",
            "id partida",
            "match no",
        }
    ),
    "table": frozenset(
        {"table", "table id", "bga table", "tavolo", "mesa", "tavolo bga", "mesa bga", "id tavolo", "id mesa", "bga"}
    ),
    "game": frozenset({"game", "gioco", "jogo", "game name", "titolo"}),
    "end": frozenset(
        {
            "end",
            "ended",
            "date",
            "data",
            "fine",
            "fim",
            "termino",
            "quando",
            "giorno",
            "dia",
            "day",
            "when",
            "end date",
            "data fine",
            "data fim",
            "finished",
            "data e ora",
            "data e hora",
            "data ora",
            "ended at",
        }
    ),
    "time": frozenset({"time", "ora", "hora", "orario", "horario", "end time", "ora fine"}),
    "player": frozenset(
        {
            "player",
            "giocatore",
            "jogador",
            "nome",
            "name",
            "nick",
            "nickname",
            "player name",
            "nome giocatore",
            "utente",
            "usuario",
            "user",
            "vincitore",
            "vencedor",
            "winner",
        }
    ),
    "player_id": frozenset({"player id", "id giocatore", "id jogador", "bga id", "id bga"}),
    "place": frozenset(
        {"place", "posto", "posizione", "lugar", "posicao", "colocacao", "rank", "position", "piazzamento", "pos"}
    ),
    "score": frozenset({"score", "punteggio", "pontuacao", "game score", "vp", "pv", "punti partita"}),
    "flag": frozenset({"flag", "nota", "note", "how it ended", "situacao"}),
    "ending": frozenset({"ending", "conclusione", "esito", "esito partita"}),
    "month": frozenset({"month", "mese", "mes", "periodo", "period"}),
    "points": frozenset({"points", "punti", "pontos", "totale", "total", "value", "league points", "punti classifica"}),
    "matches": frozenset({"matches", "partite", "partidas", "games", "giocate", "played", "jogadas", "n partite"}),
    "rank": frozenset(
        {"rank", "classifica", "classificacao", "ranking", "posizione", "posicao", "posto", "place", "pos", "lugar"}
    ),
}
SCORED = frozenset({"points", "punti", "pontos"})
"""In a row per match the points beside a player are those of the game."""
_NUMBERED = re.compile(r"(.*?)\s*[0-9]{1,2}$")
_WORDS = re.compile(r"[^a-z0-9]+")


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """A mapping kept for the next file: what each head means, and how dates and numbers are written."""

    kind: Kind = "seats"
    heads: dict[str, str] = {}
    dates: str = ""
    numbers: str = ""
    places: str = ""
    game: str = ""
    header: bool = True


def plain(head: Cell) -> str:
    """A head as it compares: small letters without accents, words parted by one space."""
    decomposed = unicodedata.normalize("NFKD", str(head or "").casefold())
    return _WORDS.sub(" ", "".join(sign for sign in decomposed if not unicodedata.combining(sign))).strip()


def guess_kind(heads: Sequence[Cell]) -> Kind:
    """Rows per match repeat the player; totals have points and no end of a match."""
    found = [_field(plain(head), "rows") for head in heads]
    if found.count("player") > 1:
        return "rows"
    points = any(_field(plain(head), "totals") == "points" for head in heads)
    return "totals" if points and not {"end", "match", "table"} & set(found) else "seats"


def guess_columns(heads: Sequence[Cell], kind: Kind, known: Mapping[str, str] | None = None) -> list[str]:
    """The field of each column, empty where none is known; `known` heads of a template come first."""
    columns: list[str] = []
    for head in heads:
        text = plain(head)
        field = (known or {}).get(text) or _field(text, kind)
        again = kind == "rows" and field in REPEATED
        columns.append(field if field in FIELDS[kind] and (again or field not in columns) else "")
    return columns


def looks_like_heads(row: Row) -> bool:
    """Whether a first row names columns: only texts, and at least one that is known."""
    texts = [cell for cell in row.cells if cell not in (None, "")]
    return all(isinstance(cell, str) for cell in texts) and heads_known(texts) > 0


def heads_known(heads: Sequence[Cell]) -> int:
    """How many of these are heads that are known."""
    return sum(any(_field(plain(head), kind) for kind in FIELDS) for head in heads)


def _field(text: str, kind: Kind) -> str:
    for words in (text, _unnumbered(text)):
        for field in FIELDS[kind]:
            if words in _PHRASES[field]:
                return field
        if kind == "rows" and words in SCORED:
            return "score"
    return ""


def _unnumbered(text: str) -> str:
    """“player 3” and “giocatore2” without their number; “1st place” stays as it is."""
    found = _NUMBERED.fullmatch(text)
    return found[1].strip() if found and found[1] else text
