"""Plans that mathematics provides: every two entrants meet equally often.

Two sources: tables that wander round a circle (difference families), and lines of a plane over a finite field.
"""

from collections.abc import Callable, Iterator

Tables = list[list[int]]

WANDERING: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {
    (4, 3): ((0, 1, 2),),
    (5, 3): ((0, 1, 2), (0, 1, 3)),
    (5, 4): ((0, 1, 2, 3),),
    (6, 5): ((0, 1, 2, 3, 4),),
    (7, 3): ((0, 1, 3),),
    (7, 4): ((0, 1, 2, 4),),
    (7, 6): ((0, 1, 2, 3, 4, 5),),
    (11, 5): ((1, 3, 4, 5, 9),),
    (11, 6): ((0, 2, 6, 7, 8, 10),),
    (13, 3): ((0, 1, 4), (0, 2, 7)),
    (13, 4): ((0, 1, 3, 9),),
    (21, 5): ((0, 1, 4, 14, 16),),
    (31, 6): ((0, 1, 3, 8, 12, 18),),
}
"""First tables by entrants and size; the others follow by adding 1 to everybody, round the circle."""

ONE_STAYS = {(6, 3): ((5, 0, 1), (0, 1, 3))}
"""The same, but the last entrant stays where it is and the circle has one place less."""

FIELDS = {2: 2, 3: 3, 4: 2, 5: 5, 7: 7, 8: 2, 9: 3, 11: 11, 13: 13, 16: 2, 17: 17, 19: 19, 23: 23, 25: 5}
"""Sizes of finite fields, each with its characteristic."""

MODULUS = {4: (1, 1), 8: (1, 1, 0), 9: (2, 0), 16: (1, 1, 0, 0), 25: (2, 0)}
"""x to the power of the degree, in lower powers of x (constant first), for fields whose size is not prime."""


def wandering(entrants: int, size: int) -> Tables | None:
    """All tables of a difference family; each first table gives everybody each of its seats once."""
    if (entrants, size) in WANDERING:
        return [
            [(one + step) % entrants for one in first]
            for first in WANDERING[entrants, size]
            for step in range(entrants)
        ]
    if (entrants, size) in ONE_STAYS:
        turning = entrants - 1
        return [
            [one if one == turning else (one + step) % turning for one in first]
            for first in ONE_STAYS[entrants, size]
            for step in range(turning)
        ]
    return None


def lines(entrants: int, size: int) -> list[Tables] | None:
    """Rounds in which all sit and nobody meets twice, for a field of `entrants / size` elements, at least `size`.

    Where that field has as many elements as a table has seats, the last round completes the plan: all have met.
    """
    order, rest = divmod(entrants, size)
    if rest or order not in FIELDS or order < size:
        return None
    add, multiply = arithmetic(order)
    rounds = [
        [[column * order + add(multiply(slope, column), start) for column in range(size)] for start in range(order)]
        for slope in range(order)
    ]
    if order == size:
        rounds.append([[column * order + row for row in range(size)] for column in range(size)])
    return rounds


def halves() -> list[Tables]:
    """Eight at tables of four in seven rounds: every two meet three times."""
    return [
        [[one for one in range(8) if (one & mask).bit_count() % 2 == side] for side in (0, 1)] for mask in range(1, 8)
    ]


def arithmetic(order: int) -> tuple[Callable[[int, int], int], Callable[[int, int], int]]:
    """Addition and multiplication of the field with so many elements, which are numbered from 0."""
    prime = FIELDS[order]

    def digits(number: int) -> Iterator[int]:
        while number:
            number, digit = divmod(number, prime)
            yield digit

    def add(first: int, second: int) -> int:
        one, other = list(digits(first)), list(digits(second))
        length = max(len(one), len(other))
        one += [0] * (length - len(one))
        other += [0] * (length - len(other))
        return _number([(a + b) % prime for a, b in zip(one, other, strict=True)], prime)

    def multiply(first: int, second: int) -> int:
        if order == prime:
            return first * second % prime
        product = [0] * 16
        for power, a in enumerate(digits(first)):
            for other_power, b in enumerate(digits(second)):
                product[power + other_power] += a * b
        modulus = MODULUS[order]
        for power in range(len(product) - 1, len(modulus) - 1, -1):
            for lower, factor in enumerate(modulus):
                product[power - len(modulus) + lower] += product[power] * factor
            product[power] = 0
        return _number([digit % prime for digit in product], prime)

    return add, multiply


def _number(digits: list[int], prime: int) -> int:
    return sum(digit * prime**power for power, digit in enumerate(digits))
