"""games/README 1.7: open cards are judged by matching, not by counts alone; here against brute force on small boxes."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.alhambra.hidden import Award, Card, Dealt, Told, possible


def brute_force(told: Told) -> bool:
    """Try every order of every card in every open place."""
    box = list(Counter(told.supply).elements())
    slots = [seat for seat, dealt in enumerate(told.dealt) for _ in range(dealt.unseen)]
    return any(fits(told, slots, filled) for filled in set(permutations(box, len(slots))))


def fits(told: Told, slots: list[int], filled: tuple[Card, ...]) -> bool:
    sums = [dealt.known for dealt in told.dealt]
    lasts = [dealt.last for dealt in told.dealt]
    held = [dict(held) for held in told.held]
    for seat, (currency, value) in zip(slots, filled, strict=True):
        sums[seat] += value
        if told.dealt[seat].last_open:
            lasts[seat] = max(lasts[seat], value)
        if held:
            held[seat][currency] = held[seat].get(currency, 0) + value
    if any(not told.enough <= total < told.enough + last for total, last in zip(sums, lasts, strict=True)):
        return False
    if told.first is not None and any(sums[seat] < sums[told.first] for seat in told.tied):
        return False
    return all(winner_of([hand.get(award.currency, 0) for hand in held]) == award.winner for award in told.awards)


def winner_of(sums: list[int]) -> int | None:
    best = max(sums)
    return sums.index(best) if best and sums.count(best) == 1 else None


cards = st.tuples(st.sampled_from("YG"), st.integers(1, 5))


@st.composite
def questions(draw: st.DrawFn) -> Told:
    seats = draw(st.integers(1, 3))
    dealt = [
        Dealt(draw(st.integers(0, 2)), draw(st.integers(0, 9)), draw(st.integers(0, 5)), draw(st.booleans()))
        for _ in range(seats)
    ]
    open_cards = sum(each.unseen for each in dealt)
    box = draw(st.lists(cards, min_size=open_cards, max_size=max(5, open_cards)))
    seat = st.integers(0, seats - 1)
    winner = st.none() | seat
    return Told(
        supply=Counter(box),
        dealt=dealt,
        enough=draw(st.integers(4, 9)),
        first=draw(winner),
        tied=frozenset(draw(st.sets(seat))),
        held=[{"Y": draw(st.integers(0, 6)), "G": draw(st.integers(0, 6))} for _ in range(seats)],
        awards=draw(
            st.sampled_from([(), (Award("Y", draw(winner)),), (Award("G", draw(winner)), Award("Y", draw(winner)))])
        ),
    )


@settings(max_examples=400, deadline=None)
@given(told=questions())
def test_the_search_agrees_with_brute_force(told: Told) -> None:
    assert possible(told) == brute_force(told)


@pytest.mark.parametrize(
    ("supply", "expected"),
    [
        ({("B", 9): 2, ("B", 2): 1}, True),  # 9 + 9 + 2
        ({("B", 9): 2, ("B", 1): 1}, False),  # 19: dealing would have gone on
        ({("B", 7): 2, ("B", 8): 1}, True),  # 14 before an 8
        ({("B", 9): 2, ("B", 8): 1, ("B", 2): 0}, True),
    ],
)
def test_three_open_cards_must_reach_20_with_the_last_2_4(supply: dict[Card, int], expected: bool) -> None:
    assert possible(Told(supply=supply, dealt=[Dealt(3, last_open=True)], enough=20)) is expected


def test_a_hand_that_had_enough_without_its_last_card_is_impossible_2_4() -> None:
    dealt = [Dealt(1, known=20, last=0, last_open=True)]
    assert not possible(Told(supply={("Y", 5): 1}, dealt=dealt, enough=20))


def test_two_seats_cannot_both_have_the_only_card_that_fits() -> None:
    both = [Dealt(1, known=11, last_open=True), Dealt(1, known=11, last_open=True)]
    one, two = Counter({("O", 9): 1, ("O", 8): 5}), Counter({("O", 9): 2})
    assert not possible(Told(supply=one, dealt=both, enough=20))
    assert possible(Told(supply=two, dealt=both, enough=20))


def test_the_start_player_has_the_lowest_sum_of_those_with_as_few_cards_2_5() -> None:
    dealt = [Dealt(0, known=21, last=5), Dealt(1, known=15, last_open=True)]
    supply = {("Y", 5): 1, ("Y", 9): 1}
    assert possible(Told(supply=supply, dealt=dealt, enough=20, first=0, tied=frozenset({0, 1})))
    assert not possible(Told(supply={("Y", 5): 1}, dealt=dealt, enough=20, first=0, tied=frozenset({0, 1})))


def test_a_revealed_card_may_have_been_the_last_one() -> None:
    dealt = Dealt(2, known=0, last_open=True).with_known([9]).with_known([9])
    assert (dealt.unseen, dealt.known, dealt.last) == (0, 18, 9)
    assert not possible(Told(supply={}, dealt=[dealt], enough=20))
    assert possible(Told(supply={}, dealt=[dealt], enough=18))


def test_a_question_too_long_for_the_search_is_answered_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.rules.alhambra.hidden.LIMIT", 3)
    dealt = [Dealt(4, last_open=True)]
    supply = {("Y", value): 1 for value in range(1, 6)}
    assert not brute_force(Told(supply=supply, dealt=dealt, enough=15))
    assert possible(Told(supply=supply, dealt=dealt, enough=15))
