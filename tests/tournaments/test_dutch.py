"""The Dutch system against tournaments that the reference program generated: pairs, colours and byes of every round."""

import io
import json
import tarfile
from functools import cache
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tournaments.benches.duels import as_played
from tournaments.dutch import NoPairing, pair_dutch
from tournaments.trf import Cell, Trf, TrfProblem, about, before_round, numbered, read_trf, write_trf

ARCHIVE = Path(__file__).parents[1] / "golden" / "tournaments" / "dutch-2026.tar.gz"


@cache
def texts() -> dict[str, str]:
    with tarfile.open(ARCHIVE) as archive:
        files = [(member.name, archive.extractfile(member)) for member in archive.getmembers() if member.isfile()]
        return {Path(name).stem: file.read().decode() for name, file in sorted(files) if file is not None}


NAMES = sorted(texts())


def check(name: str) -> None:
    trf = read_trf(texts()[name])
    for number in range(1, trf.played + 1):
        paired = pair_dutch(trf, number)
        assert (set(paired.pairs), paired.bye) == as_played(trf, number), f"round {number}"


@pytest.mark.parametrize("name", NAMES[::4])
def test_every_round_is_paired_as_by_the_reference(name: str) -> None:
    check(name)


@pytest.mark.night
@pytest.mark.parametrize("name", [name for name in NAMES if name not in NAMES[::4]])
def test_every_round_of_the_others_too(name: str) -> None:
    check(name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("edition", ["TRF16", "TRF26"])
def test_a_file_read_and_written_is_the_same(name: str, edition: str) -> None:
    trf = read_trf(texts()[name])
    written = write_trf(trf, edition)
    assert read_trf(written) == trf

    def players(text: str) -> list[str]:
        return [line.rstrip() for line in text.splitlines() if line.startswith("001")]

    assert players(written) == players(texts()[name])


@pytest.mark.parametrize("name", NAMES)
def test_points_are_those_of_the_results(name: str) -> None:
    trf = read_trf(texts()[name])
    for entry in trf.entries:
        assert entry.points == sum(trf.worth[cell.result] for cell in entry.cells)


def test_before_a_round_only_what_was_known_is_left() -> None:
    trf = read_trf(texts()[NAMES[0]])
    cut = before_round(trf, 3)
    assert cut.played <= 3
    assert cut.rounds == trf.rounds
    for entry, before in zip(trf.entries, cut.entries, strict=True):
        assert before.cells[:2] == entry.cells[:2]
        assert all(not cell.is_game for cell in before.cells[2:])


def three_who_met() -> Trf:
    met = {1: [(2, "w"), (3, "b")], 2: [(1, "b"), (0, "-")], 3: [(0, "-"), (1, "w")]}
    entries = [
        type(entry)(
            start=entry.start,
            about=entry.about,
            cells=tuple(Cell(other, colour, "=" if other else "U") for other, colour in met[entry.start]),
        )
        for entry in numbered(["Ada", "Bea", "Carlo"])
    ]
    return Trf(entries=tuple(entries), rounds=4)


def test_the_only_pair_that_has_not_met_is_found() -> None:
    paired = pair_dutch(three_who_met(), 3)
    assert (set(paired.pairs[0]), paired.bye) == ({2, 3}, 1)


def test_where_everybody_met_there_is_no_pairing() -> None:
    trf = three_who_met()
    last = {1: Cell(0, "-", "U"), 2: Cell(3, "w", "="), 3: Cell(2, "b", "=")}
    entries = tuple(
        type(entry)(start=entry.start, about=entry.about, cells=(*entry.cells, last[entry.start]))
        for entry in trf.entries
    )
    with pytest.raises(NoPairing):
        pair_dutch(Trf(entries=entries, rounds=4), 4)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("001    x", "player"),
        ("001    0", "player"),
        ("001    1" + about("Ada") + " 1.0          2 w 1", "unknown_opponent"),
        ("001    1" + about("Ada") + " 1.0          2 x 1", "cell"),
        ("001    1" + about("Ada") + " 1.0          2 w ?", "cell"),
        ("001    1" + about("Ada") + " x.y", "player"),
        ("001    1" + about("Ada") + " NaN", "player"),
        ("001    1" + about("Ada") + " Inf", "player"),
        ("001    ²" + about("Ada"), "player"),
        ("001    1" + about("Ada") + " 1.0          ² w 1", "cell"),
        ("001    1\n142 " + "9" * 5000, "too_large"),
        ("001    1\n001    1", "twice"),
        ("012 A tournament", "no_players"),
        ("", "no_players"),
        ("001    1\n142 999", "too_large"),
    ],
)
def test_what_is_no_report_is_refused_with_code_and_line(line: str, code: str) -> None:
    with pytest.raises(TrfProblem) as refused:
        read_trf(line)
    assert refused.value.code == code
    assert refused.value.line == (0 if code == "no_players" else line.count("\n") + 1)


def test_a_round_that_is_not_planned_is_refused() -> None:
    with pytest.raises(TrfProblem) as refused:
        pair_dutch(three_who_met(), 9)
    assert refused.value.code == "round"


def test_other_scores_come_from_their_record_and_go_back_there() -> None:
    trf = read_trf("162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0\n001    1" + about("Ada"))
    assert [trf.worth[sign] for sign in "1=0U+"] == [3, 1, 0, 1, 3]
    assert read_trf(write_trf(trf, "TRF16")) == trf


def run(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("pair_trf", *arguments, stdout=out)
    except CommandError as error:
        return error.returncode, str(error)
    return 0, out.getvalue()


def test_the_command_pairs_a_file(tmp_path: Path) -> None:
    path = tmp_path / "event.trf"
    path.write_text(texts()[NAMES[2]], encoding="utf-8")
    pairs, bye = as_played(read_trf(path.read_text()), 2)
    code, words = run(str(path), "--round", "2")
    lines = [tuple(map(int, line.split())) for line in words.splitlines()[1:]]
    assert code == 0
    assert set(lines) == pairs | ({(bye, 0)} if bye else set())
    told = json.loads(run(str(path), "--round", "2", "--json")[1])
    assert {tuple(pair) for pair in told["pairs"]} == pairs
    assert told["bye"] == (bye or None)


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "event.trf"
    assert run(str(path))[0] == 2
    path.write_bytes("001    x Zoë".encode("latin-1"))
    assert run(str(path)) == (2, "line 1: player 001    x Zoë")
    path.write_text(write_trf(three_who_met()))
    assert run(str(path), "--round", "7")[0] == 2
