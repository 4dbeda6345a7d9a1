"""A face-down pile: what can come up, and what may lie hidden elsewhere."""

from hypothesis import given
from hypothesis import strategies as st

from games.engine.supply import Supply, count_pieces


def test_a_piece_comes_up_as_often_as_it_lies_in_the_pile() -> None:
    pile = Supply.of({"oak": 2, "elm": 1})
    pile.draw("oak")
    assert pile.can_draw("oak")
    pile.draw("oak")
    assert not pile.can_draw("oak")
    assert list(pile.drawable()) == ["elm"]
    assert not pile.can_draw("ash")


def test_nothing_comes_out_of_an_empty_pile_though_pieces_are_unseen() -> None:
    pile = Supply.of({"oak": 2})
    pile.draw_hidden(2)
    assert not pile.can_draw("oak")
    assert list(pile.drawable()) == []
    assert pile.hidden() == 2


def test_a_hidden_piece_turns_out_to_be_one_of_the_unseen() -> None:
    pile = Supply.of({"oak": 1, "elm": 1})
    pile.draw_hidden(1)
    assert (pile.could_hide("oak"), pile.could_hide("elm"), pile.could_hide("ash")) == (1, 1, 0)
    pile.reveal("oak")
    assert pile.hidden() == 0
    assert not pile.can_draw("oak")
    assert pile.can_draw("elm")


def test_nothing_is_hidden_when_everything_unseen_lies_in_the_pile() -> None:
    assert Supply.of({"oak": 3}).could_hide("oak") == 0


def test_what_is_unseen_when_the_pile_is_used_up_is_hidden_for_certain() -> None:
    pile = Supply.of({"oak": 2, "elm": 1})
    pile.draw_hidden(1)
    pile.draw("elm")
    pile.draw("oak")
    pile.refill({"elm": 1})
    assert pile.could_hide("oak") == 1
    assert pile.could_hide("elm") == 0
    assert not pile.can_draw("oak")
    pile.reveal("oak")
    assert pile.hidden() == 0


@given(st.lists(st.sampled_from(["oak", "elm", "ash"]), max_size=12), st.randoms(use_true_random=False))
def test_the_box_adds_up_whatever_is_drawn(pieces: list[str], rng: object) -> None:
    pile = Supply.of(count_pieces(pieces))
    seen: list[str] = []
    for piece in pieces:
        pile.draw(piece)
        seen.append(piece)
        assert pile.left == len(pieces) - len(seen)
        assert sum(pile.unseen.values()) + len(seen) == len(pieces)
    assert count_pieces(seen) == count_pieces(pieces)
