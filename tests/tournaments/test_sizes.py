"""Case H05: every number of entrants has a split, or a stated rule."""

import pytest

from tournaments.pairing.sizes import Split, split

FOUR_OR_THREE = dict(
    enumerate(
        """
        - - 3 4 4 33 43 44 333 433 443 444 4333 4433 4443 4444 44333 44433 44443 44444 444333 444433 444443 444444
        4444333 4444433 4444443 4444444 44444333 44444433
        """.replace("-", "0").split(),
        start=1,
    )
)


@pytest.mark.parametrize("entrants", FOUR_OR_THREE)
def test_tables_of_four_and_three(entrants: int) -> None:
    found = split(entrants, 4, 3, 4)
    assert found.sizes == tuple(map(int, FOUR_OR_THREE[entrants].strip("0")))
    assert found.byes == {1: 1, 2: 2, 5: 1}.get(entrants, 0)


@pytest.mark.parametrize(
    ("entrants", "sizes", "expected"),
    [
        (5, (4, 3, 5), Split((5,), 0, "long")),
        (5, (4, 3, 4), Split((4,), 1, "byes")),
        (5, (4, 2, 4), Split((3, 2), 0, "short")),
        (2, (4, 3, 4), Split((), 2, "nobody")),
        (0, (4, 3, 4), Split((), 0, "nobody")),
        (18, (4, 4, 4), Split((4, 4, 4, 4), 2, "byes")),
        (9, (2, 2, 2), Split((2, 2, 2, 2), 1, "byes")),
        (7, (5, 4, 6), Split((6,), 1, "byes")),
        (11, (5, 3, 5), Split((4, 4, 3), 0, "short")),
        (16, (4, 3, 4), Split((4, 4, 4, 4), 0, "wanted")),
    ],
)
def test_the_rule_is_stated(entrants: int, sizes: tuple[int, int, int], expected: Split) -> None:
    assert split(entrants, *sizes) == expected


@pytest.mark.parametrize("least", range(2, 7))
@pytest.mark.parametrize("wanted", range(2, 7))
@pytest.mark.parametrize("most", range(2, 8))
def test_every_seat_is_used_once_and_every_table_has_a_right_size(least: int, wanted: int, most: int) -> None:
    if not least <= wanted <= most:
        with pytest.raises(ValueError, match="ascending"):
            split(12, wanted, least, most)
        return
    for entrants in range(61):
        found = split(entrants, wanted, least, most)
        assert sum(found.sizes) + found.byes == entrants
        assert all(least <= size <= most for size in found.sizes)
        assert list(found.sizes) == sorted(found.sizes, reverse=True)
        assert found.rule == "byes" or not found.sizes or not found.byes
        if found.byes and found.sizes:  # one bye fewer would not have worked, with any number of tables
            seated = entrants - found.byes + 1
            assert not any(n * least <= seated <= n * most for n in range(1, seated + 1))
