"""The tournament of the acceptance test: multi-player Swiss of three rounds, then eight in two tables and a final."""

from datetime import UTC, datetime

import pytest

from games.models import AuditEntry, Match
from tests.factories import a_player
from tests.tournaments.events import OCTOBER, Event, lines_of
from tournaments.formats.cups import Shape, cup
from tournaments.models import Round
from tournaments.selectors.acts import diary, stack
from tournaments.selectors.standings import classification, stage_rows
from tournaments.services.drafts import draft_delete, round_pair, seats_swap
from tournaments.services.entrants import entrant_drop, entrant_late
from tournaments.services.errors import Refused
from tournaments.services.results import result_correct
from tournaments.services.rounds import round_name, round_reopen
from tournaments.services.work import act_undo
from tournaments.terms import StageTerms, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

NAMES = (
    "adamanta brunello3 chiaraluna dado_storto elenaditroia fabio_faro gufetta hugo_pt ines_lx jacopone katia_k "
    "livio_lupo martabella nuno_mar"
).split()
STAGES = (StageTerms(rounds=3, qualify=8), StageTerms(format="single", advance=2))
ROUND_2 = (
    "hugo_pt dado_storto chiaraluna gufetta",
    "livio_lupo adamanta jacopone katia_k",
    "ines_lx olga_o martabella",
    "brunello3 fabio_faro elenaditroia",
)
ROUND_3 = (
    "dado_storto fabio_faro ines_lx jacopone",
    "adamanta elenaditroia martabella chiaraluna",
    "livio_lupo brunello3 hugo_pt",
    "gufetta katia_k olga_o",
)


def autumn() -> Event:
    return Event(NAMES, Terms(round_days=6), STAGES)


def first_round(event: Event) -> Round:
    round_ = event.pair()
    event.publish(round_, now=OCTOBER)
    event.result("gufetta 126, brunello3 = jacopone 101, martabella 89")
    event.result("hugo_pt 138, adamanta 131, nuno_mar 72, ines_lx 69")
    event.result("chiaraluna 122, katia_k 114, fabio_faro 102")
    event.result("dado_storto 146, livio_lupo 126, elenaditroia 101")
    return round_


def late_and_gone(event: Event) -> None:
    nuno = event.entrant("nuno_mar")
    entrant_drop(nuno, version=nuno.version, by=event.by)
    entrant_late(event.stage(), a_player("olga_o"), by=event.by)


def second_round(event: Event) -> Round:
    round_ = event.next_round(*ROUND_2)
    event.result("hugo_pt 156, dado_storto 135, chiaraluna 121, gufetta 119")
    event.result("livio_lupo 134, adamanta 123, jacopone 106, katia_k 92")
    event.result("ines_lx 86, olga_o 64, martabella -")
    event.result("fabio_faro 143, brunello3 111, elenaditroia 92")
    return round_


def correct_fourth_table(event: Event) -> None:
    round_ = event.stage().rounds.get(number=2)
    round_reopen(round_, version=round_.version, by=event.by, name=round_name(round_))
    pairing = event.table("brunello3", "fabio_faro", "elenaditroia")
    result_correct(
        pairing,
        event.by_entrant(lines_of("brunello3 143, fabio_faro 111, elenaditroia 92")),
        version=pairing.version,
        by=event.by,
        reason="typed the wrong way round",
    )


def third_round(event: Event) -> None:
    event.next_round(*ROUND_3)
    event.result("dado_storto = fabio_faro 98, ines_lx 95, jacopone 76")
    event.result("adamanta 151, elenaditroia 130, martabella 84, chiaraluna 54")
    event.result("livio_lupo 129, brunello3 124, hugo_pt 112")
    event.result("gufetta 91, katia_k 86, olga_o 74")


def points(event: Event) -> dict[str, str]:
    return {name: worth for _rank, name, worth in event.ranking()}


def test_the_first_round_is_dealt_by_snake_with_its_deadline():
    assert [step.sizes for step in cup(14, Shape())] == [(4, 4, 3, 3), (4, 4), (4,)]
    event = autumn()
    round_ = event.pair()
    event.publish(round_, now=OCTOBER)
    assert event.tables(round_) == [
        "adamanta hugo_pt ines_lx nuno_mar",
        "brunello3 gufetta jacopone martabella",
        "chiaraluna fabio_faro katia_k",
        "dado_storto elenaditroia livio_lupo",
    ]
    round_.refresh_from_db()
    assert round_.deadline_local == "2026-10-08T23:59"
    assert round_.deadline == datetime(2026, 10, 8, 21, 59, tzinfo=UTC)


def test_shared_places_share_their_points():
    event = autumn()
    first_round(event)
    found = points(event)
    assert [found[name] for name in "gufetta brunello3 jacopone martabella".split()] == ["10", "9/2", "9/2", "1"]


def test_the_second_draft_has_neither_repeats_nor_a_third_short_table():
    event = autumn()
    first_round(event)
    late_and_gone(event)
    round_ = event.pair()
    tables = event.tables(round_)
    assert sorted(len(table.split()) for table in tables) == [3, 3, 4, 4]
    assert "nuno_mar" not in " ".join(tables)
    assert "olga_o" in " ".join(tables)
    field = event.board().pairing_field(2)
    assert field.points[event.entrant("olga_o").pk] == 2.5
    from tournaments.pairing.price import price

    worth = price(field, [table.people for table in event.laid(round_).tables])
    assert worth.order[0] == worth.order[1] == 0
    assert not [one for table in worth.tables for one in table.short if one.time > 2]
    event.stage().refresh_from_db()
    now = event.stage()
    again = round_pair(now, version=now.version, by=event.by)
    assert event.tables(again) == tables


def test_swaps_by_hand_are_warned_of_and_undone():
    event = autumn()
    first_round(event)
    late_and_gone(event)
    round_ = event.pair()
    arranged = event.arrange(round_, *ROUND_2)

    def swap(first: str, second: str, reason: str = ""):
        round_.refresh_from_db()
        people = (event.entrant(first).pk, event.entrant(second).pk)
        return seats_swap(round_, *people, version=round_.version, by=event.by, reason=reason)

    first = swap("hugo_pt", "adamanta")
    assert first.warnings == []
    assert event.tables(round_)[0].startswith("adamanta dado_storto")
    act_undo(first.act, by=event.by)
    assert tuple(event.tables(round_)) == ROUND_2
    with pytest.raises(Refused) as refused:
        swap("adamanta", "dado_storto")
    assert refused.value.code == "warned"
    second = swap("adamanta", "dado_storto", reason="they asked")
    told = [(one.kind, {event.name(who) for who in one.entrants}, one.facts["rounds"]) for one in second.warnings]
    assert len(told) == 2
    assert ("repeat", {"adamanta", "hugo_pt"}, [1]) in told
    assert ("repeat", {"dado_storto", "livio_lupo"}, [1]) in told
    act_undo(second.act, by=event.by)
    event.publish(round_)
    assert tuple(event.tables(round_)) == ROUND_2
    assert stack(event.tournament)[1] == arranged
    assert not [act for act in diary(event.tournament) if act.kind.startswith("draft")]
    told = set(AuditEntry.objects.filter(kind__in=["round", "stage"]).values_list("act", flat=True))
    assert {"tournament.draft.swapped", "tournament.draft.paired", "tournament.undone"} <= told


def test_who_does_not_come_has_nothing_and_the_table_keeps_its_size():
    event = autumn()
    first_round(event)
    late_and_gone(event)
    round_ = second_round(event)
    laid = event.laid(round_).tables[2]
    gave = {event.name(seat.entrant): (seat.points, seat.played) for seat in event.board().sat(laid)}
    assert gave == {"ines_lx": (9, True), "olga_o": (4, True), "martabella": (0, False)}
    round_.refresh_from_db()
    assert round_.state == "complete"


def test_a_round_is_opened_again_and_a_result_put_right():
    event = autumn()
    first_round(event)
    late_and_gone(event)
    round_ = second_round(event)
    draft = event.pair()
    round_.refresh_from_db()
    with pytest.raises(Refused) as refused:
        round_reopen(round_, version=round_.version, by=event.by, name=round_name(round_))
    assert refused.value.code == "later_round"
    draft_delete(draft, version=draft.version, by=event.by)
    with pytest.raises(Refused) as refused:
        round_reopen(round_, version=round_.version, by=event.by, name="Round 1")
    assert refused.value.code == "name_of_the_round"
    correct_fourth_table(event)
    assert [act.kind for act in stack(event.tournament)[:3]] == ["result.corrected", "round.reopened", "draft.deleted"]
    round_.refresh_from_db()
    assert round_.state == "complete"
    fresh = autumn_played_right()
    assert points(event) == fresh
    match = Match.objects.get(table__pairing=event.table("brunello3", "fabio_faro", "elenaditroia"))
    assert match.results.count() == 2


def autumn_played_right() -> dict[str, str]:
    """Points after two rounds, computed by hand from the places."""
    return {
        "hugo_pt": "20", "gufetta": "11", "chiaraluna": "12", "dado_storto": "15", "adamanta": "12", "livio_lupo": "14",
        "katia_k": "5", "jacopone": "15/2", "ines_lx": "10", "olga_o": "13/2", "martabella": "1", "nuno_mar": "3",
        "brunello3": "27/2", "fabio_faro": "6", "elenaditroia": "4",
    }  # fmt: skip


def after_three_rounds() -> Event:
    event = autumn()
    first_round(event)
    late_and_gone(event)
    second_round(event)
    correct_fourth_table(event)
    third_round(event)
    return event


def test_standings_after_three_rounds_and_why_somebody_is_eighth():
    event = after_three_rounds()
    assert event.ranking() == [
        (1, "livio_lupo", "23"), (2, "dado_storto", "23"), (3, "hugo_pt", "22"), (4, "adamanta", "22"),
        (5, "gufetta", "20"), (6, "brunello3", "35/2"), (7, "fabio_faro", "14"), (8, "chiaraluna", "13"),
        (9, "ines_lx", "13"), (10, "elenaditroia", "10"), (11, "katia_k", "9"), (12, "jacopone", "17/2"),
        (13, "olga_o", "17/2"), (14, "martabella", "4"), (15, "nuno_mar", "3"),
    ]  # fmt: skip
    rows = {event.name(row.entrant): row for row in stage_rows(event.board())}
    firsts = {name: rows[name].values["first_places"] for name in "livio_lupo dado_storto hugo_pt adamanta".split()}
    assert list(firsts.values()) == [2, 2, 2, 1]
    strength = {name: round(float(row.values["opponents_points"]), 2) for name, row in rows.items()}
    assert [strength[name] for name in "livio_lupo dado_storto chiaraluna ines_lx jacopone olga_o".split()] == [
        5.33, 5.15, 5.25, 5.12, 5.46, 4.67,
    ]  # fmt: skip
    why = rows["ines_lx"].tie_break
    assert why is not None
    assert why.criterion == "opponents_points"
    assert (round(float(why.above), 2), round(float(why.mine), 2)) == (5.25, 5.12)
    met = [pair for laid in event.board().rounds for table in laid.tables for pair in pairs(table.people)]
    assert len(met) == len(set(met))


def pairs(people):
    return [frozenset((one, other)) for one in people for other in people if one < other]


def test_the_first_eight_play_two_tables_and_a_final():
    event = after_three_rounds()
    event.complete_stage()
    event.start_stage(2)
    assert event.stage(1).state == "locked"
    semi = event.next_round(stage=2)
    assert event.tables(semi) == [
        "livio_lupo adamanta gufetta chiaraluna",
        "dado_storto hugo_pt brunello3 fabio_faro",
    ]
    event.result("livio_lupo 142, chiaraluna 132, adamanta 115, gufetta 81", stage=2)
    event.result("dado_storto 131, fabio_faro 118, hugo_pt 107, brunello3 76", stage=2)
    final = event.next_round(stage=2)
    assert {*event.tables(final)[0].split()} == {"livio_lupo", "chiaraluna", "dado_storto", "fabio_faro"}
    event.result(
        "dado_storto 122, fabio_faro 121, chiaraluna 115, livio_lupo 112",
        stage=2,
        ended_at=datetime(2026, 10, 31, 22, 30, tzinfo=UTC),
    )
    with pytest.raises(Refused) as refused:
        event.pair(2)
    assert refused.value.code == "no_more_rounds"
    event.complete_stage(2)
    event.advance("finished")
    found = [(one.first, one.entrant.player.name) for one in classification(event.tournament)]
    order = (
        "dado_storto fabio_faro chiaraluna livio_lupo hugo_pt adamanta gufetta brunello3 ines_lx elenaditroia katia_k "
        "jacopone olga_o martabella nuno_mar"
    ).split()
    assert found == list(enumerate(order, start=1))
    assert Match.objects.filter(state="confirmed").count() == 15
