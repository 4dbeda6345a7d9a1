"""Groups first, then another stage: who is in which group, who goes on, and who should not meet at once."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from tournaments.formats.brackets import seeding
from tournaments.formats.errors import Refused
from tournaments.pairing.field import Apart, Field
from tournaments.pairing.snake import deal, snake


class Row(msgspec.Struct, frozen=True):
    """One line of a group's final standing, best first: enough to compare people of different groups."""

    entrant: int
    points: Fraction
    played: int
    share: Fraction = Fraction(0)

    @property
    def rate(self) -> Fraction:
        """Points per match: groups may differ in size."""
        return self.points / self.played if self.played else Fraction(0)


class Qualified(msgspec.Struct, frozen=True):
    """Who goes on, as seeds of the next stage: first all winners of groups, best first, then the seconds, and so on.

    `best_next` are those among them who came in by comparison; `group` has everybody's group, counted from 0.
    """

    seeds: tuple[int, ...]
    best_next: tuple[int, ...]
    group: dict[int, int]


def drawn(seeds: Sequence[int], groups: int) -> list[list[int]]:
    """Seeds in snake order into so many groups, which differ in size by one at most."""
    if not 1 <= groups <= len(seeds) // 2:
        raise Refused("groups", found=groups, expected=len(seeds) // 2)
    size, longer = divmod(len(seeds), groups)
    return deal(seeds, [size + (number < longer) for number in range(groups)])


def drawn_apart(seeds: Sequence[int], groups: int, club: Mapping[int, str]) -> list[list[int]]:
    """The same, people of one club in different groups where a change with a near seed can do it."""
    sizes = list(map(len, drawn(seeds, groups)))
    members: dict[str, list[int]] = {}
    for one in seeds:
        members.setdefault(club.get(one, ""), []).append(one)
    apart = tuple(Apart(tuple(people), "club") for name, people in members.items() if name and len(people) > 1)
    return snake(Field(standing=tuple(seeds), apart=apart), sizes, ())


def qualified(standings: Sequence[Sequence[Row]], each: int, wanted: int, seeds: Sequence[int]) -> Qualified:
    """The first `each` of every group, and best next until there are `wanted`.

    Best next: the better place in the group, then points per match, share of the winners' scores, and seed.
    """
    if any(len(rows) < each for rows in standings) or not each * len(standings) <= wanted <= len(seeds):
        raise Refused("qualifiers", found=wanted, expected=each * len(standings))
    seed = {one: number for number, one in enumerate(seeds)}
    ranked = sorted(
        (place, -row.rate, -row.share, seed[row.entrant], row.entrant)
        for rows in standings
        for place, row in enumerate(rows)
    )
    direct = [line[-1] for line in ranked if line[0] < each]
    further = [line[-1] for line in ranked if line[0] >= each][: wanted - len(direct)]
    return Qualified(
        seeds=(*direct, *further),
        best_next=tuple(further),
        group={row.entrant: number for number, rows in enumerate(standings) for row in rows},
    )


def bracket_seeds(found: Qualified) -> tuple[int, ...]:
    """Seeds for a bracket, changed as little as possible so that no two of a group meet in its first round.

    The better of two keeps the seed; the other changes with the nearest one in the lower half.
    """
    seeds = list(found.seeds)
    places = 1 << (len(seeds) - 1).bit_length()
    order = seeding(places)
    opponent = {one: other for pair in zip(order[::2], order[1::2], strict=True) for one, other in (pair, pair[::-1])}

    def clash(number: int) -> bool:
        other = opponent[number + 1] - 1
        return other < len(seeds) and found.group[seeds[number]] == found.group[seeds[other]]

    for number in range(places // 2, len(seeds)):
        if not clash(number):
            continue
        for other in sorted(range(places // 2, len(seeds)), key=lambda one: abs(one - number)):
            seeds[number], seeds[other] = seeds[other], seeds[number]
            if not clash(number) and not clash(other):
                break
            seeds[number], seeds[other] = seeds[other], seeds[number]
    return tuple(seeds)
