"""Moments as text and seconds, against the library that the pure part does without."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.instants import instant_text, unix_seconds

EARLIEST, LATEST = -62_135_596_800, 253_402_300_799  # the years 1 to 9999


@given(seconds=st.integers(EARLIEST, LATEST))
def test_every_moment_is_written_and_read_again(seconds: int) -> None:
    text = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")
    assert instant_text(seconds) == text
    assert unix_seconds(text) == seconds


@pytest.mark.parametrize(
    "text",
    ["", "2026-10-03", "2026-10-03 20:15:00Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-10-03T24:00:00Z"],
)
def test_other_texts_are_no_moments(text: str) -> None:
    assert unix_seconds(text) is None
