"""A round of an elimination with two lives: those with as many lives are tabled together."""

from random import Random

import msgspec

from tournaments.formats import lives
from tournaments.formats.lives import Pool
from tournaments.pairing.field import Field
from tournaments.pairing.tables import Draft, Locks, draft_of, pair_round
from tournaments.selectors.board import Board
from tournaments.selectors.lives import lives_of
from tournaments.services.errors import Refused


def lives_round(board: Board, field: Field, dice: Random, locks: Locks) -> Draft:
    """Tables of each pool, few repeats in them; where sizes leave somebody over, the best with the fewest byes sit out."""
    state = lives_of(board).lives
    here = set(field.standing)
    tables: list[tuple[int, ...]] = []
    byes: list[int] = []
    standing: list[int] = []
    for pool in lives.pools(state, board.shape):
        people = tuple(one for one in pool.entrants if one in here)
        standing += people
        found = _pool(pool, msgspec.structs.replace(field, standing=people), dice, locks)
        tables += found[0]
        byes += found[1]
    whole = msgspec.structs.replace(field, standing=tuple(standing))
    left = [table for table in locks.tables if table not in tables]
    if left:
        raise Refused("locks")
    return draft_of(whole, tables, tuple(byes), in_order=True)


def _pool(pool: Pool, field: Field, dice: Random, locks: Locks) -> tuple[list[tuple[int, ...]], list[int]]:
    people = field.standing
    if len(people) < 2:
        return [], list(people)
    if pool.final:
        return [people], []
    split = field.split
    if not split.sizes:
        return [], list(people)
    best = sorted(people, key=lambda one: (field.byes.get(one, 0), people.index(one)))
    inside = tuple(table for table in locks.tables if set(table) <= set(people))
    seated = {one for table in inside for one in table}
    out = [one for one in best if one not in seated][: split.byes]
    found = pair_round(field, dice, Locks(inside, tuple(out))).draft
    return list(found.tables), list(found.byes)
