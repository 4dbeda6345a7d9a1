"""Whatever bytes come in, a verdict goes out: one of the known words, with code and place, never an error of ours."""

import gzip
import io
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.intake import unpack
from games.understand import understand
from games.verdict import Verdict
from games.verify import verify_log
from tests.bga.recorded import FOLDER, body, copied, document, packets_of

SMALL = ("024-2p", "038-2p", "001-2p")
RECORDS = sorted((FOLDER.parent / "records").glob("*-2p.json"))

hostile = settings(deadline=None)
"""Nine kinds, each as often as the profile says: quick 560 files in all, by night 28,000."""

values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**60), 2**60),
    st.floats(allow_nan=False),
    st.text(max_size=8),
    st.sampled_from(["", "0", "-1", "99999", "1e3", "x" * 200, [], {}, [[]], {"a": []}, [None], {"0": None}]),
)


class Worst:
    """What the files of this module cost at most, in this process."""

    files = 0
    seconds = 0.0
    memory = 0.0

    @classmethod
    def note(cls, seconds: float, memory: float) -> None:
        cls.files += 1
        cls.seconds = max(cls.seconds, seconds)
        cls.memory = max(cls.memory, memory)


def peak(*, from_now: bool = False) -> float:
    """The most memory that this process had, in MiB, since it was last asked for `from_now`; 0 where nobody tells."""
    if sys.platform != "linux":
        return 0.0
    if from_now:
        Path("/proc/self/clear_refs").write_text("5")
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def judged(raw: bytes) -> list[Verdict]:
    """Every document of an upload, understood and judged; anything raised fails the test."""
    before, began = peak(from_now=True), time.process_time()
    verdicts = _judged(raw)
    Worst.note(time.process_time() - began, peak() - before)
    return verdicts


def _judged(raw: bytes) -> list[Verdict]:
    verdicts = []
    for member in unpack(raw, "file"):
        if member.body is None:
            assert member.problem is not None
            assert member.problem.code.startswith("malformed.")
            continue
        understand(member.body)
        verdict = verify_log(member.body)
        assert verdict.verdict in ("verified", "consistent", "refused", "unsupported", "unreadable")
        assert (verdict.code is None) == (verdict.verdict in ("verified", "consistent"))
        assert verdict.verdict != "refused" or verdict.at is not None
        msgspec.json.encode(verdict)
        verdicts.append(verdict)
    return verdicts


@hostile
@given(st.binary(max_size=300))
def test_any_bytes(raw: bytes) -> None:
    judged(raw)
    judged(b"PK\x03\x04" + raw)
    judged(b"\x1f\x8b\x08\x00" + raw)
    judged(b"<html>g_gamelogs = [" + raw)


@hostile
@given(
    st.recursive(
        values,
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(["data", "logs", "status", "error", "packet_id", "channel", "type", "args", "format"]),
                inner,
                max_size=6,
            )
        ),
        max_leaves=30,
    )
)
def test_any_json(value: Any) -> None:
    judged(msgspec.json.encode(value))


@hostile
@given(st.sampled_from(SMALL), st.floats(0, 1), st.booleans())
def test_a_log_cut_off_anywhere(name: str, share: float, packed: bool) -> None:
    whole = gzip.compress(body(name), 1) if packed else body(name)
    judged(whole[: int(share * len(whole))])


@hostile
@given(
    st.sampled_from(SMALL),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 7)), min_size=1, max_size=8),
    st.booleans(),
)
def test_a_log_with_flipped_bits(name: str, flips: list[tuple[float, int]], packed: bool) -> None:
    whole = bytearray(gzip.compress(body(name), 1) if packed else body(name))
    for share, bit in flips:
        whole[int(share * (len(whole) - 1))] ^= 1 << bit
    judged(bytes(whole))


@hostile
@given(st.sampled_from(SMALL), st.sampled_from(SMALL), st.floats(0, 1), st.floats(0, 1))
def test_two_logs_spliced_into_one(first: str, second: str, head: float, tail: float) -> None:
    judged(body(first)[: int(head * len(body(first)))] + body(second)[int(tail * len(body(second))) :])
    log = document(first)
    ours, theirs = packets_of(log), packets_of(document(second))
    ours[int(head * len(ours)) :] = theirs[int(tail * len(theirs)) :]
    for packet in ours:
        packet["table_id"] = 1
    judged(msgspec.json.encode(log))


@st.composite
def places(draw: st.DrawFn) -> list[float]:
    """Where to go down in a document: a share of the children at each level."""
    return draw(st.lists(st.floats(0, 0.999), min_size=1, max_size=12))


def replace_at(value: Any, way: list[float], new: Any) -> Any:
    """`value` with something replaced, down the `way` as far as there are children."""
    if not way or not isinstance(value, dict | list) or not value:
        return new
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = keys[int(way[0] * len(keys))]
    value[key] = replace_at(value[key], way[1:], new)
    return value


@hostile
@given(st.sampled_from(SMALL), st.lists(st.tuples(places(), values), min_size=1, max_size=3))
def test_a_log_with_something_else_in_any_field(name: str, changes: list[tuple[list[float], Any]]) -> None:
    log = document(name)
    for way, new in changes:
        log = replace_at(log, way, copied(new))
    judged(msgspec.json.encode(log))


@hostile
@given(st.sampled_from(RECORDS), st.lists(st.tuples(places(), values), min_size=1, max_size=3))
def test_a_record_with_something_else_in_any_field(path: Any, changes: list[tuple[list[float], Any]]) -> None:
    record = msgspec.json.decode(path.read_bytes())
    for way, new in changes:
        record = replace_at(record, way, copied(new))
    judged(msgspec.json.encode(record))


@hostile
@given(st.sampled_from(SMALL), st.floats(0, 1), st.sampled_from([b"", b"</script>", b'"', b"[", b"\\", b"'"]))
def test_a_log_inside_a_page(name: str, share: float, rubbish: bytes) -> None:
    page = b"<html>" + rubbish + b"g_gamelogs = " + body(name) + b";" + rubbish
    judged(page[: int(share * len(page))] + rubbish)
    judged(page)


@hostile
@given(
    st.lists(st.tuples(st.text(max_size=12), st.binary(max_size=60)), max_size=4), st.floats(0, 1), st.integers(0, 7)
)
def test_an_archive_with_a_flipped_bit(entries: list[tuple[str, bytes]], share: float, bit: int) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, content) in enumerate(entries):
            archive.writestr(f"{number}{name}", content)
    raw = bytearray(file.getvalue())
    raw[int(share * (len(raw) - 1))] ^= 1 << bit
    judged(bytes(raw))


@pytest.mark.parametrize("name", SMALL)
def test_an_untouched_log_is_still_judged_well(name: str) -> None:
    assert [verdict.verdict for verdict in judged(gzip.compress(body(name)))] in (["verified"], ["consistent"])


def test_none_of_these_files_took_long_or_much(measured: Callable[..., None]) -> None:
    """Stands last: what all of them took that this process has looked at."""
    judged(body(SMALL[0]))
    measured(f"hostile files, {Worst.files}: the longest", Worst.seconds, "s of processor", 2)
    measured(f"hostile files, {Worst.files}: memory for one", Worst.memory, "MiB", 64)
