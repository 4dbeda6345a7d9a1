"""Dates in lists: short, but never one that could be of another year."""

from datetime import UTC, datetime
from fractions import Fraction

import time_machine
from django.utils import translation

from ladder.formats import in_points
from ladder.templatetags.classifica import short_day

OCTOBER = datetime(2026, 10, 3, 14, tzinfo=UTC)


def test_a_date_of_another_year_shows_its_year():
    with translation.override("en"):
        with time_machine.travel("2026-12-31T22:59:00Z", tick=False):
            assert ">3 Oct<" in short_day(OCTOBER, "Europe/Rome")
        with time_machine.travel("2026-12-31T23:01:00Z", tick=False):
            assert ">3 Oct 2026<" in short_day(OCTOBER, "Europe/Rome")


def test_one_point_is_one_point():
    with translation.override("en"):
        told = [in_points(points) for points in (1, Fraction(9, 2), Fraction(-1), 0)]
    assert told == ["1 point", "4.5 points", "−1 point", "0 points"]
