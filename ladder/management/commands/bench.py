from collections.abc import Iterator
from typing import Any

from games.bench.figure import Figure
from games.management.commands import bench
from ladder.benches.load import load_figures
from ladder.benches.months import months_figures
from ladder.benches.pages import pages_figures
from ladder.benches.pairing import pairing_figures
from ladder.benches.people import people_figures
from ladder.benches.reliability import reliability_figures
from ladder.benches.scale import scale_figures
from ladder.benches.service import service_figures
from ladder.benches.viewer import viewer_figures


def ratings_figures(*options: Any) -> Iterator[Figure]:
    """numba comes with it, which would weigh on what other groups measure."""
    from ladder.benches.ratings import ratings_figures

    return ratings_figures(*options)


class Command(bench.Command):
    apart = frozenset({"reliability"})  # many minutes of its own
    groups = bench.Command.groups | {
        "load": load_figures,
        "months": months_figures,
        "pages": pages_figures,
        "pairing": pairing_figures,
        "people": people_figures,
        "ratings": ratings_figures,
        "reliability": reliability_figures,
        "scale": scale_figures,
        "service": service_figures,
        "viewer": viewer_figures,
    }
