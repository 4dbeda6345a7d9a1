"""Texts that came from outside, made fit to be kept and shown (reliability.md 7)."""

import re
import unicodedata

from games.limits import NAME_LENGTH

BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing, though Unicode does not count them as spaces."""
_TABLE = re.compile(r"[0-9]{1,15}")


_UNSEEN = {
    code: None
    for code in (*range(32), *range(127, 160), 0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    if chr(code) not in "\t\n\r"
} | dict.fromkeys(range(0xD800, 0xE000))
"""Control characters but for ends of lines, what turns the direction of letters round, lone surrogates."""


def clean_text(text: str) -> str:
    """A text of somebody in NFC, without what nobody sees and what makes other letters look otherwise.

    >>> clean_text("gnp\\u202egpj\\x07 e\\u0301\\n")
    'gnpgpj é\\n'
    """
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", text.translate(_UNSEEN))


def clean_name(text: str) -> str:
    """NFC, without control and direction characters, single spaces, at most `NAME_LENGTH` characters.

    Empty where nothing of it would be seen.
    """
    if not (text.isascii() and text.isprintable()):
        composed = unicodedata.normalize("NFC", text[: 4 * NAME_LENGTH])
        text = "".join(char for char in composed if unicodedata.category(char)[0] != "C")
        if all(char in BLANKS or char.isspace() or unicodedata.category(char) == "Mn" for char in text):
            return ""
    return " ".join(text.split())[:NAME_LENGTH]


def table_number(value: int | str | None) -> str:
    """The number of a site's table in the one way of writing it, without leading zeros; empty for what is none.

    >>> table_number("0700000123"), table_number("1e5")
    ('700000123', '')
    """
    text = "" if value is None else str(value)
    return str(int(text)) if _TABLE.fullmatch(text) else ""
