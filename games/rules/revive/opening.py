"""The position before anything happened (rules.md 2)."""

from games.engine.errors import UnsupportedLog
from games.engine.events import Setup
from games.engine.supply import Supply
from games.rules.revive import events
from games.rules.revive.options import Options, resolve_options
from games.rules.revive.sets import ComponentSet
from games.rules.revive.state import Draw, Player, State
from games.rules.revive.vocabulary import BASIC, COLORS

MAX_SEATS = 4


def new_state(setup: Setup) -> State:
    """Everything in the box, the start player to be drawn.

    Raises `UnsupportedLog` for an option that we do not know or this set does not have, and for a number of players that
    it cannot serve.
    """
    box: ComponentSet = setup.components
    options = resolve_options(setup.options)
    _check_supported(box, options, setup.seats)
    catalogue = box.catalogue
    crowd = min(MAX_SEATS, setup.seats + (options.long_game == "on"))
    return State(
        options=options,
        components=box,
        players=[_player(box) for _ in range(setup.seats)],
        terrain=dict(box.terrain),
        adjacent=dict(box.adjacent),
        node=dict(box.node),
        impassable=_impassable(box, options),
        crates=Supply.of(dict.fromkeys(box.crates, 1)),
        citizen_deck=dict.fromkeys(box.citizens),
        module_deck=dict.fromkeys(box.modules),
        machine_decks={
            color: {machine.id: None for machine in catalogue.machine if machine.color == color} for color in COLORS
        },
        journey_deck=dict.fromkeys(box.journeys),
        scyphoz_unseen=dict.fromkeys(box.scyphoz),
        scyphoz_fresh=len(box.scyphoz),
        scyphoz_under=[],
        majors={name: artifact for name, artifact in box.artifacts.items() if artifact.min_players <= crowd},
        display_minors=2 if options.long_game == "on" and setup.seats == MAX_SEATS else 0,
        unplaced=dict.fromkeys(box.backs),
        stack=[Draw(events.StartPlayer)],
    )


def _check_supported(box: ComponentSet, options: Options, seats: int) -> None:
    cards = len(box.artifact_cards)
    shares = {"private": cards, "draft2": cards // 2, "common": MAX_SEATS}[options.artifact_cards]
    most = min(MAX_SEATS, len(box.tribes), len(box.start_sets), shares)
    if not 1 <= seats <= most:
        raise UnsupportedLog("player_count", expected=[1, most], found=seats)
    if options.expansion == "on" and box.catalogue.expansion is None:
        raise UnsupportedLog("option", option="expansion", found="on")
    if options.vast_crystals == "on" and box.catalogue.vast_crystals is None:
        raise UnsupportedLog("option", option="vast_crystals", found="on")


def _player(box: ComponentSet) -> Player:
    track = box.catalogue.board.track
    return Player(
        res=dict.fromkeys((*BASIC, "crystal"), 0),
        energy=box.facts.start_energy,
        tracks=dict.fromkeys(track.colors, track.start),
        slots={name: [] for name in box.card_slots},
        modules={name: [None] * slot.module_spaces for name, slot in box.card_slots.items()},
    )


def _impassable(box: ComponentSet, options: Options) -> frozenset[str]:
    rules = box.catalogue.map
    chasm = rules.chasm_passable if options.chasm_passable is None else options.chasm_passable == "yes"
    closed = {"face_down", "vast_crystal", "lake"}
    closed |= set() if rules.edge_crystals_passable else {"edge_crystal"}
    closed |= set() if rules.location_passable else {"location", "large_location"}
    closed |= set() if rules.water_passable else {"water"}
    closed |= set() if chasm else {"chasm"}
    return frozenset(closed)
