"""Numbers as they stand in the cells of a spreadsheet."""

from fractions import Fraction

import pytest

from ladder.imports.problems import LineProblem
from ladder.imports.values import fraction


@pytest.mark.parametrize(
    ("cell", "numbers", "worth"),
    [
        ("4.5", "point", Fraction(9, 2)),
        ("4,5", "comma", Fraction(9, 2)),
        ("1,234.5", "point", Fraction(2469, 2)),
        ("1.234.567", "comma", Fraction(1234567)),
        ("-1.234,50", "comma", Fraction(-2469, 2)),
        ("9/2", "point", Fraction(9, 2)),
        (4.5, "comma", Fraction(9, 2)),
        ("12", "comma", Fraction(12)),
    ],
)
def test_a_number_is_read_as_it_is_written(cell, numbers, worth):
    assert fraction(cell, numbers) == worth


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [("4,5", "point"), ("4.5", "comma"), ("12,34", "point"), ("1.2345,5", "comma"), (",5", "point")],
)
def test_a_decimal_sign_is_never_taken_for_one_of_thousands(cell, numbers):
    with pytest.raises(LineProblem):
        fraction(cell, numbers)
