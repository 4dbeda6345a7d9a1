"""Dates in lists: short, but never one that could be of another year."""

from datetime import UTC, datetime

import time_machine
from django.utils import translation

from ladder.templatetags.classifica import short_day

OCTOBER = datetime(2026, 10, 3, 14, tzinfo=UTC)


def test_a_date_of_another_year_shows_its_year():
    with translation.override("en"):
        with time_machine.travel("2026-12-31T22:59:00Z", tick=False):
            assert ">3 Oct<" in short_day(OCTOBER, "Europe/Rome")
        with time_machine.travel("2026-12-31T23:01:00Z", tick=False):
            assert ">3 Oct 2026<" in short_day(OCTOBER, "Europe/Rome")
