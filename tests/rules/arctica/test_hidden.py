"""Hidden information: H1 to H4, views, one-sided logs and their merging."""

from random import Random

import pytest
from msgspec.structs import replace

from games.engine.errors import LogProblem
from games.play import one_sided
from games.record import merge, read_record, write_record
from games.registry import ENGINES
from games.rules.arctica.events import ABSENT, UNSEEN, Opening, Turn
from games.rules.arctica.handlers.turn import is_possible
from games.rules.arctica.hands import draw, hand_size, take_cards
from games.rules.arctica.rules import RULES
from games.rules.arctica.view import seen_by, unseen_by, view_of
from games.verify import judge, moves_digest
from tests.rules.arctica.matches import assert_adds_up, play_match
from tests.rules.arctica.table import a_state, carry_out, hand, hide
from tests.rules.arctica.test_actions import drawn, fauna, refused
from tests.rules.arctica.test_play import replayed
from tests.rules.matches import any_match


def test_h1_h2_positions_that_differ_in_hidden_facts_look_the_same():
    one, other = a_state(3), a_state(3)
    hand(one, 1, "FI01", "FI02")
    hand(other, 1, "MM01", "MM02")
    for seat in (None, 0, 2):
        assert view_of(one, seat) == view_of(other, seat)
    assert view_of(one, 1) != view_of(other, 1)


def test_h1_the_number_of_cards_is_public_their_names_are_the_owners():
    state = a_state()
    hand(state, 0, "FI01")
    hide(state, 1, 2)
    assert [seat["cards"] for seat in view_of(state, None)["seats"]] == [1, 2]
    assert [seat["hand"] for seat in view_of(state, 0)["seats"]] == [["FI01"], None]
    assert view_of(state, 1)["seats"][1]["hand"] == [UNSEEN, UNSEEN]


def test_h3_everything_else_is_public():
    state, _, _ = play_match(3, 1)
    view = view_of(state, None)
    assert view["discards"] == state.pile
    assert [seat["points"] for seat in view["seats"]] == list(RULES.scores(state))
    assert view["circle"][0]["space"] == 1
    assert {"supply", "release", "flora", "wheels", "columns", "badges"} <= view["seats"][0].keys()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_h4_a_one_sided_log_is_consistent_or_proved_by_what_was_shown(seats):
    unknown = 0
    for seed in range(25):
        state, events, setup = play_match(seats, seed)
        viewer = seed % seats
        found = replayed(setup, [seen_by(event, viewer) for event in events], assert_adds_up)
        assert RULES.scores(found) == RULES.scores(state)
        assert [hand_size(player) for player in found.players] == [hand_size(player) for player in state.players]
        assert found.players[viewer].hand == state.players[viewer].hand
        left = sum(len(player.hand) for seat, player in enumerate(state.players) if seat != viewer)
        assert RULES.unknown(found) == left
        unknown += left
    assert unknown


def test_h4_8_without_an_unknown_card_left_nothing_is_unknown():
    state = a_state()
    hide(state, 1, 1)
    assert RULES.unknown(state) == 1
    carry_out(state, 1, fauna("FI02"))
    assert RULES.unknown(state) == 0


def test_h4_3_a_card_seen_elsewhere_cannot_come_out_of_an_unknown_hand():
    state = a_state()
    hide(state, 1, 2)
    hand(state, 0, "FI02")
    assert refused(state.copy(), 1, fauna("FI02")) == "illegal.not_held"
    carry_out(state, 1, fauna("FI06"), drawn("?"))
    assert refused(state, 1, fauna("FI06")) == "illegal.not_held"


def test_h4_1_no_more_cards_come_out_of_a_hand_than_it_holds():
    state = a_state()
    hide(state, 1, 1)
    assert refused(state, 1, fauna("FI07", "FI02")) == "illegal.not_held"


def test_h4_4_own_draws_are_among_the_unseen():
    state = a_state()
    hide(state, 1, 2)
    carry_out(state, 1, fauna("FI02"))
    assert refused(state, 0, {"do": "draw2"}, drawn("FI02", "FI01")) == "chance.not_in_supply"


class Shuffles:
    """A source that draws unknown cards and knows the pile."""

    def draw(self, state, seat, count):
        return (UNSEEN,) * count

    def reshuffle(self, state, seat, count):
        return count


def after_a_reshuffle():
    """Seat 0 has two unknown cards of the first shuffle, seat 1 drew one of the second; the pile held BI01 to BI05."""
    state = a_state()
    pile = ["BI01", "BI02", "BI03", "BI04", "BI05"]
    for card in sorted(state.decks[-1]):
        if card not in ("MM01", "MM02"):
            state.decks[-1].remove(card)
            state.left -= 1
            (state.pile if card in pile else state.removed).append(card)
    draw(state, Shuffles(), 0, 2)
    draw(state, Shuffles(), 1, 1)
    return state


def test_h4_5_a_discarded_card_comes_back_for_later_draws_only():
    state = after_a_reshuffle()
    assert state.players[0].hidden == [2, 0]
    assert state.players[1].hidden == [0, 1]
    with pytest.raises(LogProblem):
        take_cards(state.copy(), 0, ["BI01"], "A22")
    with pytest.raises(LogProblem):
        take_cards(state.copy(), 1, ["MM01"], "A22")
    take_cards(state, 0, ["MM02", "MM01"], "A22")
    take_cards(state, 1, ["BI05"], "A22")


def test_h4_5_the_cards_of_an_exhausted_deck_are_known_as_a_set():
    state = after_a_reshuffle()
    assert state.decks[0] == {"MM01", "MM02"}
    assert refused(state, 0, {"do": "draw2"}, drawn("MM01", "BI01")) == "chance.not_in_supply"


def test_h4_9_a_fauna_forgone_is_checked_against_known_cards_only():
    state = a_state(forgo="only_if_impossible")
    hide(state, 1, 5)
    assert not is_possible(state, 1, "fauna")
    hand(state, 1, "FI07")
    assert is_possible(state, 1, "fauna")


def test_h4_6_costs_and_points_are_checked_in_full():
    _, events, setup = play_match(2, 4)
    hidden = [seen_by(event, None) for event in events]
    number = next(index for index, event in enumerate(hidden) if isinstance(event, Turn))
    wrong = replace(hidden[number], scores=(98, 98))
    with pytest.raises(LogProblem) as refusal:
        replayed(setup, [*hidden[:number], wrong])
    assert refusal.value.code == "claim.score"


def test_h4_7_public_projections_of_both_sides_are_equal():
    _, events, _ = play_match(3, 2)
    sides = [[seen_by(event, seat) for event in events] for seat in range(3)]
    public = [seen_by(event, None) for event in events]
    for side in sides:
        assert [seen_by(event, None) for event in side] == public


def test_h4_7_logs_of_one_match_have_the_same_moves_whoever_wrote_them():
    whole = any_match(ENGINES["arctica"], 3)
    sides = [one_sided(ENGINES["arctica"], whole, seat) for seat in (0, 1)]
    assert {moves_digest(script) for script in (whole, *sides)} == {moves_digest(whole)}
    assert moves_digest(any_match(ENGINES["arctica"], 7)) != moves_digest(whole)


@pytest.mark.parametrize("seed", [0, 4, 8])
def test_h4_two_one_sided_records_are_merged_and_prove_the_match(seed):
    engine = ENGINES["arctica"]
    whole = any_match(engine, seed, "greedy")
    assert whole.setup.seats == 2
    one, two = (read_record(write_record(one_sided(engine, whole, view))) for view in (0, 1))
    both = merge(one, two)
    assert write_record(both) == write_record(whole)
    assert judge(both).verdict == "verified"


def test_h4_7_what_only_one_record_claims_stays_in_the_merged_one():
    engine = ENGINES["arctica"]
    whole = any_match(engine, 4, "greedy")
    one, two = (one_sided(engine, whole, view) for view in (0, 1))
    silent = [
        replace(entry, event=replace(entry.event, offer=ABSENT)) if isinstance(entry.event, Turn) else entry
        for entry in two.entries
    ]
    assert silent != two.entries
    two = replace(two, entries=silent)
    assert write_record(merge(one, two)) == write_record(merge(two, one)) == write_record(whole)


def test_h4_8_an_unknown_card_in_the_own_hand_of_the_writer_is_refused():
    engine = ENGINES["arctica"]
    script = read_record(write_record(replace(one_sided(engine, any_match(engine, 1), 0), view=1)))
    verdict = judge(script)
    assert (verdict.verdict, verdict.code) == ("refused", "setup.unseen_card")


def test_seats_whose_cards_are_open_are_named():
    _, events, _ = play_match(3, 2)
    assert set().union(*(unseen_by(event) for event in events)) == set()
    assert set().union(*(unseen_by(seen_by(event, 1)) for event in events)) == {0, 2}
    opening = seen_by(events[0], 2)
    assert isinstance(opening, Opening)
    assert unseen_by(opening) == {0, 1}


def test_the_other_cards_of_a_hand_stay_hidden_when_one_is_shown():
    for seed in range(8):
        state, events, setup = play_match(4, seed)
        rng = Random(seed)
        cut = rng.randrange(2, len(events))
        position = replayed(setup, events[:cut])
        blind = replayed(setup, [seen_by(event, None) for event in events[:cut]])
        assert view_of(position, None) == view_of(blind, None)
        assert state.phase == "over"
