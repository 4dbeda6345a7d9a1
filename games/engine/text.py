"""Texts that came from outside, made fit to be kept and shown (reliability.md 7)."""

import unicodedata

from games.limits import NAME_LENGTH


def clean_name(text: str) -> str:
    """NFC, without control and direction characters, single spaces, at most `NAME_LENGTH` characters."""
    if not (text.isascii() and text.isprintable()):
        composed = unicodedata.normalize("NFC", text[: 4 * NAME_LENGTH])
        text = "".join(char for char in composed if unicodedata.category(char)[0] != "C")
    return " ".join(text.split())[:NAME_LENGTH]
