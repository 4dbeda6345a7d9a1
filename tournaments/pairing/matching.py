"""The cheapest way to put an even number of things into pairs."""

from collections.abc import Callable

import networkx


def least_cost_pairs(number: int, cost: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """Pairs (low, high) of 0 … number - 1 whose costs, whole numbers from 0, have the least sum; in order of the low.

    Edmonds' blossom algorithm, of the order of number³.

    >>> least_cost_pairs(4, lambda low, high: {(0, 1): 0, (2, 3): 9}.get((low, high), 2))
    [(0, 2), (1, 3)]
    """
    costs = [(low, high, cost(low, high)) for low in range(number) for high in range(low + 1, number)]
    most = max((price for _low, _high, price in costs), default=0)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((low, high, most - price) for low, high, price in costs)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in pairs)
