"""What may come in, and what is refused at the door (reliability.md 7)."""

import gzip
import io
import json
import random
import struct
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from games import limits, strict_json
from games.engine.errors import MalformedLog
from games.intake import intake, unpack
from tests.services.processes import ROOT

LOG = b'{"data": [1, 2]}'


def code_of(raw: bytes) -> str:
    with pytest.raises(MalformedLog) as refused:
        intake(raw)
    return refused.value.code


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return file.getvalue()


def label(value: object) -> str:
    """An id of a parameter that is the same in every process: packed bytes hold the time."""
    return value if isinstance(value, str) else f"{len(value) if isinstance(value, bytes) else value}"


# One document


@pytest.mark.parametrize("body", [LOG, b"\xef\xbb\xbf" + LOG, b" \n" + LOG, b"[]", b'"text"', b"12"])
def test_json_comes_through_without_its_byte_order_mark(body: bytes) -> None:
    assert intake(body) == body.removeprefix(b"\xef\xbb\xbf")


def test_gzip_is_unpacked_whatever_the_file_is_called() -> None:
    [member] = unpack(gzip.compress(LOG, mtime=0), "holiday.jpg")
    assert (member.kind, member.body, member.name, member.raw) == (
        "gzip",
        LOG,
        "holiday.jpg",
        gzip.compress(LOG, mtime=0),
    )


def test_the_raw_bytes_stay_with_a_document_that_cannot_be_read() -> None:
    [member] = unpack(b"{", "x.json")
    assert (member.raw, member.body) == (b"{", None)
    assert member.problem is not None
    assert member.problem.code == "malformed.not_json"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty"),
        (b" \n\t", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"hello", "not_json"),
        (b"[1, 2", "not_json"),
        (b"[1, 2]]", "not_json"),
        (b"{'a': 1}", "not_json"),
        (b"[1,]", "not_json"),
        (b'["\xff"]', "encoding"),
        (b'["\xc3"]', "encoding"),
        ('["è"]'.encode("utf-16"), "encoding"),
        ('["è"]'.encode("utf-16-be"), "encoding"),
        ('["è"]'.encode("utf-32"), "encoding"),
        ("<html>g_gamelogs = [1]".encode("utf-16"), "encoding"),
        (b"[NaN]", "not_finite"),
        (b"[Infinity]", "not_finite"),
        (b"[-Infinity]", "not_finite"),
        (b"[1e999]", "not_finite"),
        (b'["\\ud800"]', "surrogate"),
        (b'["\\udc00 x"]', "surrogate"),
        (b'["\\ud800x"]', "surrogate"),
        (b'["\\u0000"]', "nul"),
        (b'["a\\\\\\u0000"]', "nul"),
        (b'{"a": 1, "a": 2}', "duplicate_key"),
        (b'{"a": 1, "\\u0061": 2}', "duplicate_key"),
        (b'[{"b": {"x": 1, "y": 2, "x": 3}}]', "duplicate_key"),
        (b"[9007199254740993]", "integer"),
        (b"[-9007199254740993]", "integer"),
        (b'{"a":1' + b"0" * 400 + b"}", "integer"),
        (b"[" * 65 + b"]" * 65, "too_deep"),
        (b'{"a":' * 65 + b"1" + b"}" * 65, "too_deep"),
        (b"[" * 2_000_000, "too_deep"),
        (b'["' + b"x" * (limits.JSON_STRING + 1) + b'"]', "long_string"),
        (b'["' + b'\\"' * limits.JSON_STRING + b'"]', "long_string"),
        (b"[" + b"0," * limits.JSON_VALUES + b"0,0]", "too_many_values"),
        (b"[" + b"{}," * limits.JSON_VALUES + b"0,0]", "too_many_values"),
    ],
    ids=label,
)
def test_a_broken_file_is_named(body: bytes, code: str) -> None:
    assert code_of(body) == f"malformed.{code}"


@pytest.mark.parametrize(
    "body",
    [
        b'["\\\\u0000"]',
        b'["\\ud83d\\ude00"]',
        b"[9007199254740992, -9007199254740992]",
        b"[0.12345678901234567890]",
        b'["12345678901234567890"]',
        b'["{[:\\"", "]", {"a:b": "\\\\"}]',
        b'{"ends with a backslash\\\\": 1, "a": 2}',
        b'[{"a": 1}, {"a": 2}]',
        b"[" * 64 + b"]" * 64,
        b"[" + b"1, " * 100_000 + b"2]",
        b'["a", ' + b" " * 300_000 + b'"b"]',
        b'["' + b"x" * limits.JSON_STRING + b'"]',
        '["è\u2028ü"]'.encode(),
    ],
    ids=label,
)
def test_what_only_looks_odd_is_let_through(body: bytes) -> None:
    assert intake(body) == body


def test_json_that_stops_is_named_with_the_byte_where_it_does() -> None:
    with pytest.raises(MalformedLog) as refused:
        intake(b'{"a": [1, 2, tru]}')
    assert refused.value.facts["byte"] == 17


def test_a_double_key_is_named() -> None:
    with pytest.raises(MalformedLog) as refused:
        intake(b'[{"score": 1, "score": 2}]')
    assert refused.value.facts == {"found": "score"}


@pytest.mark.parametrize("value", [b"0", b"{}", b'{"a":1}'])
def test_small_values_are_looked_at_together_however_many(value: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []
    check_bytes = strict_json._check_bytes
    monkeypatch.setattr(
        strict_json, "_check_bytes", lambda body, most: looked_at.append(len(body)) or check_bytes(body, most)
    )
    body = b"[" + b",".join([value] * min(limits.JSON_VALUES, 3 * limits.MB // (len(value) + 1))) + b"]"
    assert intake(body) == body
    assert len(looked_at) <= 5


def test_a_key_doubled_in_a_document_of_many_pieces_is_found() -> None:
    lines = [json.dumps({"number": number, "text": "x" * 100}).encode() for number in range(20_000)]
    whole = b'{"lines": [' + b",".join(lines) + b"]}"
    assert intake(whole) == whole
    lines[15_000] = b'{"number": 1, "number": 2}'
    assert code_of(b'{"lines": [' + b",".join(lines) + b"]}") == "malformed.duplicate_key"
    doubled = b'{"lines": [' + b",".join(lines[:15_000]) + b'], "lines": []}'
    assert code_of(doubled) == "malformed.duplicate_key"


@pytest.mark.parametrize("at", [2**20 - 2, 2**20 - 1, 2**20, 2**20 + 1])
def test_strings_and_escapes_may_lie_across_pieces(at: int) -> None:
    filler = b'"' + b"x" * 1000 + b'",'
    head = b"[" + filler * (at // len(filler))
    head += b'"' + b"y" * (at - len(head) - 1)
    assert intake(head + b'\\\\\\"[{", {"a": [1]}]')
    assert code_of(head + b'\\\\", {"a": [1]}') == "malformed.not_json"


def test_a_file_beyond_the_limit_is_refused_unread() -> None:
    assert code_of(b" " * (limits.LOG_BYTES + 1)) == "malformed.too_large"


# gzip


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (gzip.compress(LOG)[:-4], "gzip_cut_off"),
        (gzip.compress(LOG)[:12], "gzip_cut_off"),
        (gzip.compress(LOG) + b"x", "after_gzip"),
        (gzip.compress(LOG) + gzip.compress(LOG), "after_gzip"),
        (gzip.compress(LOG) + b"\0", "after_gzip"),
        (b"\x1f\x8b" + b"\0" * 30, "gzip"),
        (gzip.compress(LOG)[:-8] + b"\0" * 8, "gzip"),
        (gzip.compress(gzip.compress(LOG)), "nested_archive"),
        (gzip.compress(zipped(("a.json", LOG))), "nested_archive"),
        (gzip.compress(b"[" + b" " * 1_000_000 + b"]"), "ratio"),
        (gzip.compress(b""), "empty"),
    ],
    ids=label,
)
def test_broken_and_hostile_gzip_is_named(raw: bytes, code: str) -> None:
    assert code_of(raw) == f"malformed.{code}"


def test_a_bomb_is_given_up_while_it_is_unpacked() -> None:
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(b" " * 2**20) for _ in range(200)) + packer.flush()
    assert code_of(bomb) == "malformed.ratio"


# zip


def test_every_entry_of_a_zip_is_a_document() -> None:
    raw = zipped(("a.json", LOG), ("folder/b.json.gz", gzip.compress(LOG)), ("folder/", b""), ("c.html", b"<p>"))
    members = list(unpack(raw, "logs.zip"))
    assert [(member.name, member.kind, member.body) for member in members] == [
        ("a.json", "json", LOG),
        ("folder/b.json.gz", "gzip", LOG),
        ("c.html", "json", None),
    ]
    assert members[2].problem is not None
    assert members[2].problem.code == "malformed.page_without_log"


def problems(raw: bytes) -> list[str | None]:
    return [member.problem and member.problem.code for member in unpack(raw)]


def test_a_name_that_occurs_twice_is_refused_the_second_time() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        raw = zipped(("a.json", LOG), ("a.json", b"[1]"))
    assert problems(raw) == [None, "malformed.zip_double_name"]


def test_a_link_is_refused() -> None:
    link = zipfile.ZipInfo("a.json")
    link.create_system = 3
    link.external_attr = 0o120777 << 16
    assert problems(zipped((link, b"/etc/passwd"))) == ["malformed.zip_link"]


def test_an_encrypted_entry_is_refused() -> None:
    raw = bytearray(zipped(("a.json", LOG)))
    raw[6] |= 1
    raw[raw.index(b"PK\x01\x02") + 8] |= 1
    assert problems(bytes(raw)) == ["malformed.zip_encrypted"]


def test_other_methods_than_deflate_are_refused() -> None:
    assert problems(zipped(("a.json", LOG), method=zipfile.ZIP_LZMA)) == ["malformed.zip_method"]


def test_a_zip_in_a_zip_is_refused() -> None:
    assert problems(zipped(("inner.zip", zipped(("a.json", LOG))))) == ["malformed.nested_archive"]
    assert problems(zipped(("inner.zip", zipped()))) == ["malformed.nested_archive"]


def test_entries_that_share_their_bytes_are_refused_together() -> None:
    raw = zipped(("a0.json", LOG))
    head, end = raw.index(b"PK\x01\x02"), raw.index(b"PK\x05\x06")
    entries = b"".join(raw[head:end].replace(b"a0", b"a%d" % number) for number in range(3))
    tail = raw[end : end + 8] + struct.pack("<HHIIH", 3, 3, len(entries), head, 0)
    assert problems(raw[:head] + entries + tail) == ["malformed.zip"]


def test_too_many_entries_are_refused_together() -> None:
    raw = zipped(*((f"{number}.json", LOG) for number in range(limits.ZIP_ENTRIES + 1)))
    assert problems(raw) == ["malformed.zip_entries"]
    assert problems(zipped(*((f"{number}.json", LOG) for number in range(limits.ZIP_ENTRIES)))) == [None] * 50


def test_an_entry_that_grows_too_much_is_refused_and_the_others_are_read() -> None:
    raw = zipped(("bomb.json", b" " * 10_000_000), ("a.json", LOG))
    assert problems(raw) == ["malformed.zip_too_large", None]


def test_all_entries_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.intake.ZIP_BYTES", 3 * len(LOG))
    raw = zipped(*((f"{number}.json", LOG) for number in range(5)), method=zipfile.ZIP_STORED)
    assert problems(raw) == [None, None, None, "malformed.zip_too_large", "malformed.zip_too_large"]


@pytest.mark.parametrize("cut", [5, 30, 60, -30, -10, -1])
def test_a_zip_that_is_cut_off_is_one_broken_file(cut: int) -> None:
    assert problems(zipped(("a.json", LOG * 50))[:cut]) == ["malformed.zip"]


def test_an_entry_whose_bytes_were_changed_is_broken() -> None:
    raw = bytearray(zipped(("a.json", LOG), method=zipfile.ZIP_STORED))
    raw[raw.index(LOG) + 3] ^= 1
    assert problems(bytes(raw)) == ["malformed.zip"]


def test_an_empty_zip_holds_nothing() -> None:
    assert list(unpack(zipped())) == []


def test_one_document_is_asked_for_and_a_zip_is_not_one() -> None:
    assert code_of(zipped(("a.json", LOG))) == "malformed.nested_archive"


# Saved pages


@pytest.mark.parametrize(
    ("page", "body"),
    [
        (b"<html><script>g_gamelogs = [1];</script>", b'{"data":[1]}'),
        (b"<html>g_gamelogs=[1,2]", b'{"data":[1,2]}'),
        (b'<!doctype html>"g_gamelogs": {"data": ["]"]}', b'{"data":{"data": ["]"]}}'),
        (b"<html>window['g_gamelogs'] = [1]", b'{"data":[1]}'),
        (b"<p>g_gamelogs are here</p> g_gamelogs;g_gamelogs == 1; g_gamelogs = [3]", b'{"data":[3]}'),
        (b'<p>g_gamelogs = ["\\"]\\\\"] ; "gamedatas" : {"a": "}"} x', b'{"data":["\\"]\\\\"],"gamedatas":{"a": "}"}}'),
        (
            b'<p>g_gamelogs=[]; this.gamedatas = gamedatas; f.completesetup("a", {"b": []}, 1)',
            b'{"data":[],"gamedatas":{"b": []}}',
        ),
    ],
    ids=label,
)
def test_the_log_is_found_in_a_page(page: bytes, body: bytes) -> None:
    assert intake(page) == body
    assert intake(gzip.compress(page)) == body


@pytest.mark.parametrize(
    ("page", "code"),
    [
        (b"<html></html>", "page_without_log"),
        (b"<html>g_gamelogs</html>", "page_without_log"),
        (b"<html>g_gamelogs = null", "page_without_log"),
        (b"<html>" + b"g_gamelogs = x;" * 200 + b"g_gamelogs = [1]", "page_without_log"),
        (b"<html>g_gamelogs = [1, [2]", "page_cut_off"),
        (b'<html>g_gamelogs = [1, "]', "page_cut_off"),
        (b"<html>g_gamelogs = [1, x];", "not_json"),
        (b"<html>g_gamelogs = " + b"[" * 70 + b"]" * 70, "too_deep"),
        (b"<html>g_gamelogs = [" + b"[" * 3_000_000, "page_cut_off"),
        (b"<html>g_gamelogs = ['a'];", "not_json"),
    ],
    ids=label,
)
def test_a_page_without_a_whole_log_is_named(page: bytes, code: str) -> None:
    assert code_of(page) == f"malformed.{code}"


def test_a_log_in_a_large_page_is_cut_out_exactly() -> None:
    logs = json.dumps([{"text": 'a "quoted" [word] \\ and {more}', "n": number} for number in range(60_000)]).encode()
    page = b"<html>" + b"x" * 3_000_000 + b"g_gamelogs = " + logs + b';</script> "[{' + b"y" * 3_000_000
    assert intake(page) == b'{"data":' + logs + b"}"


HEAVY = {
    "brackets": (b"<html>g_gamelogs = ", b"["),
    "quoted quotes": (b'<html>g_gamelogs = ["', b'\\"'),
    "blanks": (b"<html>g_gamelogs =", b" "),
    "backslashes": (b'<html>g_gamelogs = ["', b"\\"),
    "mentions": (b"<html>", b"g_gamelogs = ["),
    "small strings": (b"<html>g_gamelogs = [", b'"a",'),
}


NOTHING = 0.02
"""Seconds that are not told apart from fewer."""


@pytest.mark.parametrize("kind", HEAVY)
def test_a_page_of_twice_the_size_takes_twice_the_time(kind: str, measured: Callable[..., None]) -> None:
    head, piece = HEAVY[kind]
    size = 10 * limits.MB

    def seconds(size: int) -> float:
        page, times = head + piece * (size // len(piece)), []
        for _again in range(3):
            began = time.process_time()
            list(unpack(page))
            times.append(time.process_time() - began)
        return min(times)

    measured(
        f"a page of {kind}, 20 MB: times as long as 10 MB",
        seconds(2 * size) / max(seconds(size), NOTHING),
        "",
        2.2,
        slack=1.5,
    )


def a_document(size: int) -> bytes:
    """JSON of about that many bytes, which packs to an eighth or so."""
    texts = [f'"{random.Random(number).randbytes(5_000).hex()}",' * 8 for number in range(size // 80_000)]
    return f"[{''.join(texts)}1]".encode()


LARGE: dict[str, Callable[[], bytes]] = {
    "deep JSON": lambda: b"[" * (19 * limits.MB),
    "numbers": lambda: b"[" + b"1234567890123," * (limits.JSON_VALUES - 1) + b"1]",
    "objects": lambda: b"[" + b'{"a":12345678},' * (limits.JSON_VALUES - 1) + b"1]",
    "a packed document": lambda: gzip.compress(a_document(39 * limits.MB), 1),
    "two in a zip": lambda: zipped(*[(f"{name}.json", a_document(39 * limits.MB)) for name in "ab"]),
}
LOOK = """
import sys
from pathlib import Path
from games.intake import unpack
raw = Path(sys.argv[1]).read_bytes()
most = lambda: next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
Path("/proc/self/clear_refs").write_text("5")
before = most()
assert all(map(lambda member: member.raw, unpack(raw)))
print((most() - before) / 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="not run: only Linux tells the most memory that was in use")
@pytest.mark.parametrize("kind", LARGE)
def test_who_looks_at_a_file_needs_little_memory_for_it(
    kind: str, tmp_path: Path, measured: Callable[..., None]
) -> None:
    (tmp_path / "file").write_bytes(LARGE[kind]())
    done = subprocess.run(
        [sys.executable, "-c", LOOK, tmp_path / "file"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    measured(f"a file of {kind}: memory to look at it", float(done.stdout), "MiB", 64)
