"""Round robin for two at a table: everybody meets everybody, first seats as even as possible."""

Pair = tuple[int, int]


def circle(entrants: int, *, twice: bool = False) -> tuple[tuple[Pair, ...], ...]:
    """Rounds of pairs, entrants from 0, the one with the first seat first. With an odd number one rests in each round.

    >>> circle(4)
    (((0, 3), (1, 2)), ((3, 1), (2, 0)), ((2, 3), (0, 1)))
    """
    if entrants < 2:
        return ()
    turning = entrants - 1 + entrants % 2
    rounds = []
    for number in range(turning):
        pairs = [((number + step) % turning, (number - step) % turning) for step in range(1, (turning + 1) // 2)]
        if entrants % 2 == 0:
            last = entrants - 1
            pairs.insert(0, (last, number) if number % 2 else (number, last))
        rounds.append(tuple(pairs))
    again = [tuple((second, first) for first, second in pairs) for pairs in rounds]
    return (*rounds, *again) if twice else tuple(rounds)
