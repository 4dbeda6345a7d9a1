"""Every numbered statement, table row, worked example, option and event of rules.md has a test that cites it.

A test cites what it covers at the start of its docstring, before the first colon: `2.4, 15 majors: …`.
"""

from pathlib import Path
from typing import get_args

import msgspec

from games.rules.revive.events import RecordEvent
from games.rules.revive.handlers.guards import ANSWERS
from games.rules.revive.options import RULE_SETS, Options
from tests.rules.citations import citations

STATEMENTS = """
1 1_composite 1_display 1_vocabulary
2 2.1 2.2 2.3 2.4 2.5 2.6 2_chosen 2_draft2 2_common 2_long_game
3
4.1 4.2 4.3 4.4 4_any_color 4_modules 4_extra
5_basic 5_advanced 5_expansion
6
7_explore_1 7_explore_2 7_explore_3 7_explore_4 7_explore_5
7_build_1 7_build_2 7_build_3 7_build_4 7_build_5
7_populate_1 7_populate_2 7_populate_3 7_tribe
8 9 9_less 9_books 10 11
12 12.1 12.2 12.3 12.4 12.5 12.6 12.7 12.8 12.9 12_example 12_tie 12_counting 12_solo
13_devotion 13_scyphoz 13_extra 13_journey 13_lakes 13_hidden
14_defaults 14_override 14_over_data
15_majors
17_artifact_card 17_tile 17_decks 17_crate 17_resting 17_open 17_blind 17_scyphoz
18.1 18.2 18.3 18.4 18.5 18.6 18.7 18.8 18.9 18.10 18.11 18.12 18.13 18.14 18.15
19.1.1 19.1.2 19.1.3 19.1.4 19.1.5 19.1.6 19.1.7 19.1.8
19.3 19.4.1 19.4.2 19.4.3 19.4.4 19.4.5 19.4.6 19.4.7
19.6.1 19.6.2 19.6.3 19.6.4 19.6.5 19.6.6 19.6.7 19.6.8 19.6.9 19.6.10 19.6.11 19.6.12 19.6.13 19.6.14 19.6.15 19.6.16
19.7 19.8 19.9 19.10
"""

SETUP_EVENTS = "start_player tribes lakes tiles_placed large_locations extra_location display journey_deck start_set start_split artifact_card"


def required() -> set[str]:
    """The statements, and what follows from the tables of options, events and decisions."""
    wanted = set(STATEMENTS.split())
    kinds = [str(kind.__struct_config__.tag) for kind in get_args(RecordEvent)]
    chance = [str(kind.__struct_config__.tag) for kind in get_args(RecordEvent) if "_Chance" in str(kind.__bases__)]
    wanted |= {f"15_{kind}" for kind in chance}
    wanted |= {f"19.2_{kind}" for kind in SETUP_EVENTS.split()}
    wanted |= {f"16_{kind}" for kind in kinds if kind not in chance}
    wanted |= {f"19.5_{name}" for name in ANSWERS if name not in ("basic", "choose_tribe", "hibernate")}
    wanted |= {f"14_rules={rules}" for rules in RULE_SETS}
    for field in msgspec.structs.fields(Options):
        wanted |= {f"14_{field.name}={value}" for value in get_args(field.type) if value is not None}
    return wanted


def test_every_statement_of_the_rules_is_cited_by_a_test() -> None:
    missing = sorted(required() - set(citations(Path(__file__).parent)))
    assert missing == []
