"""A second component set: other names, numbers and shapes than the reference set, effects nested as deep as they go."""

from functools import cache
from typing import Any

from games.rules.arctica.components import ComponentSet, load_components

ACTIONS = "fauna reproduction ability flora2 migration2 draw2 rotate_card rotate_migration colony".split()
FAMILIES = {"auks": True, "seals": False, "krill": False}
REGIONS = ("N", "O", "P")
DRAW = '{e="draw", n=1}'
MOVE = '{e="migrate", n=2}'
MAY = f'{{e="may", cost=[{{e="pay_flora", n=1}}, {{e="pay_cards", n=1}}], gain=[{{e="choose", options=[[{DRAW}], [{MOVE}]]}}]}}'
PER = f'{{e="per_badge", badge="rock", per=1, max=2, gain=[{{e="points", n=1}}, {DRAW}]}}'
FLASHES = (
    DRAW,
    '{e="token", family="krill", wheel="short", n=2}',
    '{e="release", wheel="own", n=2}',
    MAY,
    '{e="reproduce", n=2}',
    '{e="circle_supply", family="any", n=2}',
)
ABILITIES = (PER, MOVE, '{e="circle_enter", n=2}', MAY, '{e="reproduce", n=1}', '{e="rotate", n=2}')


def table(array: str, **values: Any) -> str:
    """One TOML table of an array; values are TOML already."""
    return f"[[{array}]]\n" + "".join(f"{key} = {value}\n" for key, value in values.items())


def text() -> str:
    """The component file."""
    parts = [HEAD]
    parts += [table("families", id=f'"{name}"', needs_ice=str(ice).lower()) for name, ice in FAMILIES.items()]
    parts += [
        table("action_wheels", id='"left"', row="0", col="0", actions=str(ACTIONS[:4])),
        table("action_wheels", id='"mid"', row="0", col="1", actions=str(ACTIONS[4:8])),
        table("action_wheels", id='"low"', row="1", col="0", actions='["colony", "colony", "fauna", "ability"]'),
        table("action_spaces", id='"p1"', a=touch("left", "E"), b=touch("mid", "W")),
        table("action_spaces", id='"p2"', a=touch("left", "S"), b=touch("low", "N")),
    ]
    parts += [CIRCLE]
    for number, (tile, bonus) in enumerate(((3, MOVE), (1, DRAW), (None, ""), (6, ""), (2, MAY), (4, PER), (8, DRAW))):
        ice = {} if tile is None else {"ice_tile": tile, "ice_bonus": f"[{bonus}]"}
        if tile in (1, 2, 3, 4):
            ice["melts_in_round"] = tile
        parts.append(table("circle_spaces", id=f'"c{number}"', bare_bonus=f"[{DRAW}]", **ice))
    parts += [map_region(index, name) for index, name in enumerate(REGIONS)]
    parts += [links(), cards()]
    return "\n".join(parts)


def touch(wheel: str, side: str) -> str:
    """A wheel and a side."""
    return f'{{ wheel = "{wheel}", side = "{side}" }}'


def map_region(index: int, name: str) -> str:
    """A region: its west is the part with two ways out."""
    subregions = ", ".join(
        f'{{ id = "{name}{number}", escape = {escape} }}'
        for number, escape in enumerate(
            (f'["c{2 * index}", "c{index}"]' if index else '["c5", "c6"]', '["c0"]', '["c3"]')
        )
    )
    parts = [table("regions", id=f'"{name}"', name='""', subregions=f"[{subregions}]")]
    for number, family in enumerate([*FAMILIES, *FAMILIES]):
        extra = {}
        if number == 0:
            extra = {"bonus": f"[{MAY}]", "cost": '[{e="pay_flora", n=1}]'}
        if number == 4:
            extra = {"cost": '[{e="pay_cards", n=2}]'}
        sub = f'"{name}{number % 3}"'
        parts.append(table("map_spaces", id=f'"{name}-{number}"', subregion=sub, family=f'"{family}"', **extra))
    for number in range(3):
        parts.append(table("event_tiles", id=f'"ev{name}{number}"', subregion=f'"{name}{number}"'))
    return "\n".join(parts)


def links() -> str:
    """A ring through every region, and one link between two of them."""
    parts = []
    for name in REGIONS:
        for number in range(5):
            bonus = (DRAW, MAY, '{e="reproduce", n=1}')[number % 3]
            parts.append(table("links", ends=f'["{name}-{number}", "{name}-{number + 1}"]', bonus=f"[{bonus}]"))
    return "\n".join([*parts, table("links", ends='["N-0", "P-5"]', bonus="[]")])


def cards() -> str:
    """Round-end, Generation and Fauna cards."""
    parts = []
    for number, pair in enumerate((("N", "O"), ("O", "P"), ("P", "N"))):
        parts.append(
            table("round_end_cards", id=f'"r{number}"', rounds="[1, 2, 3]", regions=str(list(pair)), rewards=PAY)
        )
    parts.append(table("round_end_cards", id='"r9"', rounds="[4]", regions=str(list(REGIONS)), rewards=PAY))
    for generation in ("long", "short"):
        for number in range(3):
            badges = '["rare"]' if number == 0 else "[]"
            parts.append(
                table(
                    "generation_cards",
                    id=f'"g{generation}{number}"',
                    name='""',
                    generation=f'"{generation}"',
                    ability=f"[{ABILITIES[number]}]",
                    badges=badges,
                    points="1",
                )
            )
    for number in range(24):
        parts.append(
            table(
                "fauna_cards",
                id=f'"f{number}"',
                name='""',
                family=f'"{list(FAMILIES)[number % 3]}"',
                generation='"long"' if number % 2 else '"short"',
                cost=str(number % 3),
                requires="{ rock = 1 }" if number % 4 == 3 else "{}",
                badges=('["rock"]', '["rock", "endangered"]', '["endangered", "endangered"]')[number % 3],
                flash=f"[{FLASHES[number % 6]}]",
                ability=f"[{ABILITIES[number * 5 % 6]}]",
                points=str(number % 5),
            )
        )
    return "\n".join(parts)


PAY = "{ 2 = [3, 1], 3 = [4, 2, 0] }"
HEAD = f"""
[meta]
id = "arctica-test-1"
game = "arctica"
version = 3
official = false
min_players = 2
max_players = 3
rounds = 4
hand_limit = 7
badges = ["rock", "rare", "endangered"]
actions = {ACTIONS}
[options]
turn_count_mode = "total"
turns_per_round = 6
active_carry = "continue"
pawn_availability = "not_last"
forgo = "allowed"
fauna_order = "token_first"
empty_supply = "blocks"
new_card_position = "top"
generation_ability = "allowed"
flora_gain = "wheel"
flora_spend = "release"
wheel_fill = "entry_first"
hand_overflow = "stop"
circle_wrap = true
bare_space_bonus = "space"
tile6_payment = "partial"
tile6_trigger = "any_arrival"
colony_timing = "simultaneous_first"
colony_min = 1
region_source = "round_end_card"
round_end_reveal = "game_start"
majority_ties = "share_skip"
majority_zero = "none"
collapse_sources = "map_and_board"
endangered_mode = "per_badge"
destroyed_cards = "removed"
event_reveal = "all_regions_first"
event_sampling = "independent"
event_cover = "none"
escape_centre = "border"
[rule_sets]
official = {{}}
bga = {{ forgo = "only_if_impossible" }}
seed = {{ fauna_order = "flash_first" }}
[setup]
hand = 4
flora_release = 5
points = 2
generation_cards = {{ long = 1, short = 1 }}
supply_per_family = 4
[generation_wheels.long]
segments = [1, 2, 3]
accepts = ["animal", "flora"]
[generation_wheels.short]
segments = [3]
accepts = ["animal"]
"""
CIRCLE = """
[circle]
entry = "c2"
redeem_tile = 6
redeem_flora = 2
redeem_points = 5
"""


@cache
def small_set() -> ComponentSet:
    """The set, loaded."""
    return load_components(text().encode(), "small_set.toml")
