"""How many sit at each table, for any number of entrants."""

from typing import Literal

import msgspec

Rule = Literal["wanted", "short", "long", "byes", "nobody"]


class Split(msgspec.Struct, frozen=True):
    """Table sizes, largest first, and how many sit out. `rule` says what decided.

    `wanted`: every table has the wanted size; `short`: some have fewer; `long`: some have more than wanted, since no
    split into shorter ones exists; `byes`: some entrants sit out; `nobody`: too few for any table.
    """

    sizes: tuple[int, ...]
    byes: int
    rule: Rule


def split(entrants: int, wanted: int, least: int, most: int) -> Split:
    """As few tables as the wanted size allows, as even as can be, the short ones last.

    Where no split into `least` to `wanted` exists: tables of up to `most`; else as few byes as possible.

    >>> split(14, 4, 3, 4).sizes
    (4, 4, 3, 3)
    >>> split(5, 4, 3, 5)
    Split(sizes=(5,), byes=0, rule='long')
    >>> split(5, 4, 3, 4)
    Split(sizes=(4,), byes=1, rule='byes')
    """
    if not 2 <= least <= wanted <= most:
        raise ValueError("sizes must be 2 or more: least, wanted, most in ascending order")
    for byes in range(entrants - least + 1):
        seated = entrants - byes
        tables = -(-seated // wanted)
        if tables * least > seated:  # those tables would be too short: fewer and longer ones
            tables -= 1
        if tables and seated <= tables * most:
            return Split(_even(seated, tables), byes, "byes" if byes else _rule(seated, tables, wanted))
    return Split((), entrants, "nobody")


def _even(seated: int, tables: int) -> tuple[int, ...]:
    size, longer = divmod(seated, tables)
    return (size + 1,) * longer + (size,) * (tables - longer)


def _rule(seated: int, tables: int, wanted: int) -> Rule:
    if seated > tables * wanted:
        return "long"
    return "wanted" if seated == tables * wanted else "short"
