"""A game's table as SVG: the one way in which every engine's drawing is called."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from games.engine.events import Event, Seat
from games.engine.svg import Part, one_svg, several_svgs

S = TypeVar("S")


class Shown(NamedTuple):
    """What is to be drawn, for whom, and how it is called.

    `last` is the event whose change is marked, `focus` the refused one, with `flag`, a short text, beside it.
    """

    state: Any
    viewer: Seat | None
    names: Sequence[str]
    labels: Mapping[str, str]
    last: Event | None
    focus: Event | None
    flag: str


class Board(NamedTuple, Generic[S]):
    """A game's drawing: `scene` prepares what `panels` draw, `titles` names each panel, `labels` are its words."""

    scene: Callable[[Shown], S]
    panels: Callable[[S], Iterator[Part]]
    titles: Callable[[S], list[str]]
    labels: Mapping[str, str]

    def svg(
        self,
        state: Any,
        viewer: Seat | None = None,
        *,
        names: Sequence[str],
        labels: Mapping[str, str] | None = None,
        last: Event | None = None,
        focus: Event | None = None,
        flag: str = "",
        columns: int = 1,
    ) -> str:
        """One SVG of the whole table as `viewer`, or the public (None), may see it.

        Panels go into `columns`, each to the shortest. For the rest see `Shown`.
        """
        words = labels or self.labels
        scene = self.scene(Shown(state, viewer, names, words, last, focus, flag))
        return one_svg(self.panels(scene), words["table"], columns)

    def panel_svgs(
        self,
        state: Any,
        viewer: Seat | None = None,
        *,
        names: Sequence[str],
        labels: Mapping[str, str] | None = None,
        last: Event | None = None,
        focus: Event | None = None,
        flag: str = "",
    ) -> list[str]:
        """The same table as one SVG a panel: what is common first, then every seat in turn order."""
        scene = self.scene(Shown(state, viewer, names, labels or self.labels, last, focus, flag))
        return several_svgs(self.panels(scene), self.titles(scene))
