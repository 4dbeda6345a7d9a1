"""Revive's position: everything about a match, in one mutable value that the replay loop owns.

What is pending is a stack (rules.md 19.4). Its items: `Doing` (an effect list in progress), `Ask` (a decision due),
`Draw` (a chance event due), `Rewards` (a group, 19.4.6), `PlayEnd` (behind a played card with the hibernate symbol) and
`Ending` (a half that ends, 19.7).
"""

from dataclasses import dataclass, field
from typing import Any

from games.engine.events import Chance, Seat
from games.engine.supply import Supply
from games.rules.revive.components import Back, Card, Cell, MajorArtifact, Side
from games.rules.revive.options import Options
from games.rules.revive.reach import Reach
from games.rules.revive.sets import ComponentSet, Space
from games.rules.revive.vocabulary import Color, Half, Passive

UNSEEN = "?"


@dataclass(slots=True)
class Laid:
    """A card in a card slot: its visible half and, for a Scyphoz card, the color named."""

    card: Card
    half: Half
    color: Color


@dataclass(slots=True)
class Changes:
    """What waits for the next action of a kind (rules.md 8, 19.6.1)."""

    range: int = 0
    discounts: dict[str, int] = field(default_factory=dict)
    anywhere: bool = False
    flip: bool = False
    any_color: bool = False


@dataclass(slots=True)
class PlayEnd:
    """Lies under all that a card with the hibernate symbol brings; `hibernate` once the symbol was met."""

    seat: Seat
    card: str
    hibernate: bool = False


@dataclass(slots=True)
class Doing:
    """An effect list in progress; `at` is the next effect.

    `source` is the card that gave it, `module` the module that must still lie on the board when it begins. `star`: the
    tribe disc moves with the extra action or marker of this list. `changes` belong to its next extra action.
    """

    seat: Seat
    effects: tuple[Any, ...]
    source: str = ""
    module: str = ""
    star: bool = False
    changes: Changes | None = None
    play: PlayEnd | None = None
    at: int = 0


@dataclass(slots=True)
class Ask:
    """A decision due from `seat`, `n` times; `name` as in rules.md 19.5, `effect` what asks for it."""

    name: str
    seat: Seat
    n: int = 1
    effect: Any = None
    source: str = ""
    star: bool = False
    changes: Changes | None = None
    play: PlayEnd | None = None
    cards: tuple[str, ...] = ()


@dataclass(slots=True)
class Draw:
    """A chance event due; `detail` is what its kind needs: a color, a slot, counts, or what it may come before."""

    kind: type[Chance]
    seat: Seat = -1
    detail: Any = None


@dataclass(slots=True)
class Rewards:
    """A group of rewards of one seat, by key."""

    seat: Seat
    left: dict[str, tuple[Any, ...]]


@dataclass(slots=True)
class Ending:
    """The half ends, with `turn` the whole turn."""

    turn: bool


Item = Doing | Ask | Draw | Rewards | PlayEnd | Ending


@dataclass(slots=True)
class Player:
    """One seat's belongings.

    `machines` maps each machine to its reward space (a technology's to `""`); `charged` are those with energy.
    `crates` and `opened` hold ids, `hidden_crates` counts closed crates of unknown identity. `progress` counts discs on
    the progress track, `discs` those left on the tribe board. `figures` maps a space to the technology that sent it,
    `modules` a card slot to its places. `colors` are the colors of `any_color`, until the half ends.
    """

    res: dict[str, int]
    energy: int
    discs: int = 0
    markers_left: int = 0
    tribe: str = ""
    machines: dict[str, str] = field(default_factory=dict)
    charged: dict[str, None] = field(default_factory=dict)
    tracks: dict[str, int] = field(default_factory=dict)
    unlocked: dict[str, None] = field(default_factory=dict)
    progress: int = 0
    active: dict[str, Card] = field(default_factory=dict)
    resting: dict[str, Card] = field(default_factory=dict)
    slots: dict[str, list[Laid]] = field(default_factory=dict)
    modules: dict[str, list[str | None]] = field(default_factory=dict)
    side_slot: bool = False
    switch_used: bool = False
    hibernation: int = 0
    majors: dict[str, None] = field(default_factory=dict)
    minors: int = 0
    end_tile: bool = False
    crates: dict[str, None] = field(default_factory=dict)
    hidden_crates: int = 0
    opened: dict[str, None] = field(default_factory=dict)
    reopened: dict[str, None] = field(default_factory=dict)
    score: int = 0
    devotion: int = 0
    pool_points: int = 0
    pool_devotion: int = 0
    end_points: int = 0
    small: dict[Cell, None] = field(default_factory=dict)
    large: dict[Cell, None] = field(default_factory=dict)
    figures: dict[Space, str] = field(default_factory=dict)
    technologies: dict[str, None] = field(default_factory=dict)
    rules: dict[str, list[Passive]] = field(default_factory=dict)
    markers: dict[Cell, None] = field(default_factory=dict)
    waters: dict[str, None] = field(default_factory=dict)
    journeys: dict[str, bool] = field(default_factory=dict)
    start_set: str = ""
    artifact_card: str = ""
    dealt_cards: tuple[str, ...] = ()
    waiting: Changes | None = None
    colors: dict[str, Color] = field(default_factory=dict)
    reach: list[Reach | None] = field(default_factory=lambda: [None, None], compare=False)

    @property
    def pieces(self) -> bool:
        """Whether a piece of this seat is on the map (a figure beside it is none)."""
        return bool(self.small or self.large) or any(space != "extra" for space in self.figures)

    @property
    def crate_count(self) -> int:
        """Crates owned, opened or not."""
        return len(self.crates) + self.hidden_crates + len(self.opened)


@dataclass(slots=True)
class State:
    """The whole position.

    `terrain` and `adjacent` are by space: a face-down tile, a chasm, a large location, a lake and a vast crystal are one
    space each. `node` says to which space a cell belongs now. Decks are dictionaries as ordered sets of what may come.
    """

    options: Options
    components: ComponentSet
    players: list[Player]
    terrain: dict[Space, str]
    adjacent: dict[Space, tuple[Space, ...]]
    node: dict[Cell, Space]
    impassable: frozenset[str]
    crates: Supply
    citizen_deck: dict[str, None]
    module_deck: dict[str, None]
    machine_decks: dict[str, dict[str, None]]
    journey_deck: dict[str, None]
    scyphoz_unseen: dict[str, None]
    scyphoz_fresh: int
    scyphoz_under: list[str]
    majors: dict[str, MajorArtifact]
    display_minors: int
    citizens: dict[str, None] = field(default_factory=dict)
    modules: dict[str, None] = field(default_factory=dict)
    machines: dict[str, dict[str, None]] = field(default_factory=dict)
    journeys: dict[str, None] = field(default_factory=dict)
    tiles: dict[str, str] = field(default_factory=dict)
    backs: dict[str, Back] = field(default_factory=dict)
    face_up: dict[str, int] = field(default_factory=dict)
    """Turn by slot of every tile that lies face up."""
    unplaced: dict[str, None] = field(default_factory=dict)
    """Area and vast crystal tiles of which it is not known where they are."""
    lakes: dict[str, str] = field(default_factory=dict)
    large: dict[str, Side] = field(default_factory=dict)
    """Sides of the large locations by corner slot; the extra one under `"extra"`."""
    large_names: dict[str, str] = field(default_factory=dict)
    left_over: str = ""
    common_card: str = ""
    buildings: dict[Cell, Seat] = field(default_factory=dict)
    stack: list[Item] = field(default_factory=list)
    start: Seat = -1
    turn: Seat = -1
    half: int = 1
    acted: bool = False
    hibernating: int = -1
    """-1: no; else the number of steps done."""
    ending: bool = False
    triggered: bool = False
    last_turns: int = -1
    over: bool = False
    cube: int = 0
    refreshed: bool = False
    known_cards: list[str] = field(default_factory=list)
    """Artifact cards of which it is known where they are."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    def clockwise(self, first: Seat) -> range | list[Seat]:
        """All seats in turn order from `first`."""
        return [(first + step) % len(self.players) for step in range(len(self.players))]
