"""Every numbered statement, table row, worked example and option of rules.md has a test that cites it.

A test cites what it covers at the start of its docstring, before the first colon: `2.4, 11 deal: …`.
"""

from pathlib import Path

from tests.rules.citations import citations

STATEMENTS = """
1.1 1.2 1.3 1.4
2.1 2.2 2.3 2.4 2.5 2.6 2.7
3 3.1 3.2 3.3_add 3.3_remove 3.3_swap 3.3_fountain 3.3_pending 3.4
4 4.1 4.2 4.3 4.4 4_local 4_example
5_remove 5_swap
6 6.1 6.2 6.3 6.4
7 7.1_row_1 7.1_row_2 7.1_row_3 7.1_row_4 7.1_row_5 7.1_row_6 7.1_row_7 7.1_places 7.1_zero
7.2 7.2_connected 7.2_largest 7.2_example_1 7.2_example_2 7.2_example_3 7.2_example_4 7.3
8.1 8.2 8.3 8.4 8.5 8_skip 8_order
9_cards 9_draws 9_gift 9_scoring 9_walls 9_example_1 9_example_2
10
11_deal 11_start_player 11_dirk_tiles 11_reveal_money 11_reveal_scoring 11_reshuffle 11_reveal_tile 11_take_money
11_buy 11_redesign_add 11_redesign_remove 11_redesign_swap 11_pass 11_place 11_place_leftover
12_defaults 12_official 12_bga 12_seed 12_override
12_start_player=fewest_cards 12_start_player=random 12_two_player_full_deck=false 12_two_player_full_deck=true
12_end_trigger=cannot_refill 12_end_trigger=bag_empty 12_closed_ring=all 12_closed_ring=bga_minus_one
12_wall_value=current 12_wall_value=bga_stored 12_extra_action=mandatory 12_extra_action=optional
12_no_superfluous_cards=false 12_no_superfluous_cards=true
12_refill/score_order 12_fountain_fixed 12_swap_keeps_the_cell 12_discards_reshuffled 12_zero_tiles 12_leftover_tie
12_leftover_to_Dirk 12_final_tie
3.1_example_legal 3.1_example_illegal
"""


def test_every_statement_of_the_rules_is_cited_by_a_test() -> None:
    missing = sorted(set(STATEMENTS.split()) - set(citations(Path(__file__).parent)))
    assert missing == []
