"""The bench of months on a small scale: what it makes is what it says, and each figure is there with its limit."""

import pytest
from django.test import override_settings

from ladder.benches import months as bench
from ladder.models import Season
from ladder.selectors.agreement import disagreements

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    for name, value in {"MATCHES": 80, "FIVE_YEARS": 120, "PEOPLE": 12, "LOOKS": 4}.items():
        monkeypatch.setattr(bench, name, value)


def test_a_big_month_is_made_as_if_each_match_had_been_followed_and_closed():
    figures = list(bench.big_month(lambda words: None))
    assert [figure.name for figure in figures] == [
        "closing a month of 80 matches, 320 seats",
        "closing it, against the bare statement",
        "closing it, against storing its lines",
    ]
    season = Season.objects.get(revision=1)
    lines = [line for line in disagreements(season) if "says what neither" not in line]
    assert lines == []


def test_the_league_of_five_years_has_its_figures():
    with override_settings(ALLOWED_HOSTS=["*"]):
        figures = {figure.name: figure for figure in bench.five_years(lambda words: None)}
    assert all(figure.limit for figure in figures.values())
    assert figures["ranking page drawn anew, queries"].value > 2
    for season in Season.objects.all():
        assert list(disagreements(season)) == []
