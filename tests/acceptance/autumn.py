"""Steps 5 to 18: the tournament *Alhambra d'autunno*, through the pages of its director, its players and everybody."""

from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from typing import Any

from games.models import AuditEntry, Match, Notice, Submission, User, Verification
from ladder.demo.logs import bga_log, cut_off, played_record, underpaid, with_unknown_notification
from ladder.demo.months import IDS, PLAYERS
from ladder.demo.story import table_of
from ladder.desk.queue import queue as desk_queue
from ladder.models import DeskNote
from ladder.tasks import tables_follow_missed
from tests.acceptance.clock import at
from tests.acceptance.october import points, that_night
from tests.acceptance.september import claims
from tests.acceptance.world import TOLD, World, address, user, words
from tournaments.models import Entrant, Pairing, Round, Tournament

SLUG = "alhambra-dautunno"
DESK = f"/desk/tournaments/{SLUG}/"
PUBLIC = f"/tournaments/{SLUG}"
SNAKE = (
    "adamanta hugo_pt ines_lx nuno_mar",
    "brunello3 gufetta jacopone martabella",
    "chiaraluna fabio_faro katia_k",
    "dado_storto elenaditroia livio_lupo",
)
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
SEMI_FINALS = ("livio_lupo adamanta gufetta chiaraluna", "dado_storto hugo_pt brunello3 fabio_faro")
AFTER_TWO = {
    "hugo_pt": "20", "gufetta": "11", "chiaraluna": "12", "dado_storto": "15", "adamanta": "12", "livio_lupo": "14",
    "katia_k": "5", "jacopone": "15/2", "ines_lx": "10", "olga_o": "13/2", "martabella": "1", "nuno_mar": "3",
    "brunello3": "27/2", "fabio_faro": "6", "elenaditroia": "4",
}  # fmt: skip
STANDINGS = [
    (1, "livio_lupo", "23"), (2, "dado_storto", "23"), (3, "hugo_pt", "22"), (4, "adamanta", "22"),
    (5, "gufetta", "20"), (6, "brunello3", "35/2"), (7, "fabio_faro", "14"), (8, "chiaraluna", "13"),
    (9, "ines_lx", "13"), (10, "elenaditroia", "10"), (11, "katia_k", "9"), (12, "jacopone", "17/2"),
    (13, "olga_o", "17/2"), (14, "martabella", "4"), (15, "nuno_mar", "3"),
]  # fmt: skip
ORDER = (
    "dado_storto fabio_faro chiaraluna livio_lupo hugo_pt adamanta gufetta brunello3 ines_lx elenaditroia katia_k "
    "jacopone olga_o martabella nuno_mar"
).split()


# What a director does


def tournament() -> Tournament:
    return Tournament.objects.get(slug=SLUG)


def round_of(number: int, stage: int = 1) -> Round:
    return Round.objects.get(stage__tournament__slug=SLUG, stage__number=stage, number=number)


def url_of(round_: Round) -> str:
    return f"{DESK}rounds/{round_.pk}/"


def entrant(name: str) -> Entrant:
    return Entrant.objects.get(tournament__slug=SLUG, player__slug=name)


def tables(round_: Round) -> tuple[str, ...]:
    """Names at each table, in order of seats."""
    return tuple(
        " ".join(seat.entrant.player.slug for seat in table.seats.order_by("number"))
        for table in round_.pairings.order_by("number")
    )


def at_table(name: str) -> Pairing:
    """The last table at which somebody sits."""
    return Pairing.objects.filter(seats__entrant=entrant(name)).order_by("round__stage__number", "round__number").last()


def swap(world: World, round_: Round, one: str, other: str, *, status: int = 200, **more: str) -> Any:
    """Let two change places by hand."""
    said = {"who": entrant(one).pk, "place": f"p{entrant(other).pk}"} | more
    return world.press("rosa", url_of(round_), "place/", status=status, **said)


def arrange(world: World, round_: Round, wanted: Sequence[str]) -> None:
    """One swap after the other, until everybody sits where Rosa wants them."""
    for number, names in enumerate(wanted):
        for seat, name in enumerate(names.split()):
            sits = tables(round_)[number].split()[seat]
            if sits != name:
                swap(world, round_, sits, name, reason="come concordato")
    assert tables(round_) == tuple(wanted)


def undo(world: World) -> None:
    world.press("rosa", DESK, "undo/")


def typed(world: World, key: str, told: str) -> None:
    """`hugo_pt 1/156, dado_storto 2/135`: place and score of a table by keyboard, that night; the match is the story's `key`."""
    with at(that_night(TOLD[key])):
        boxes = dict(part.split() for part in told.split(", "))
        table = at_table(next(iter(boxes)))
        fields = {}
        for name, text in boxes.items():
            place, _slash, score = text.partition("/")
            one = entrant(name).pk
            fields |= {f"place-{table.pk}-{one}": place, f"score-{table.pk}-{one}": score}
        world.press("rosa", url_of(table.round), "results/", **fields)
        world.matches[key] = table.table_matches.get().match_id


def standings(world: World) -> list[tuple[int, str, str]]:
    """Rank, player and exact points of the first stage, as its board has them."""
    from tournaments.selectors.board import board_of
    from tournaments.selectors.standings import stage_rows

    board = board_of(tournament().stages.get(number=1).pk)
    return [(row.rank, board.entrants[row.entrant].player.slug, str(row.points)) for row in stage_rows(board)]


# The steps


def step_5(world: World) -> None:
    """Sara creates it and makes Rosa its director; 14 enter; all are checked in, martabella by Rosa."""
    with at(that_night(TOLD["L8"])):
        world.upload("hugo", played_record(TOLD["L8"], table_of(TOLD["L8"])), "L8.json")
        world.matches["L8"] = Match.objects.latest("pk").pk
        assert world.match("L8").state == "verified"
    with at("2026-10-01 14:00"):
        claims(world, "ines", "ines_lx")
        world.sign_up("rosa")
        said = {"name": "Alhambra d’autunno", "plan": "swiss_final", "people": 14, "size": 4, "language": "it"}
        world.press("sara", "/desk/tournaments/new/", **said)
        order = "first places\nopponents’ points per match\nshare of the winner’s score\ndrawn lot"
        world.press("sara", f"{DESK}terms/", tie_breaks=order, late="half_bye")
        terms = tournament().terms
        assert terms.tie_breaks == ("first_places", "opponents_points", "score_share", "lot")
        assert (terms.wanted, terms.least, terms.late_points()) == (4, 3, Fraction(5, 2))
        stages = [stage.terms for stage in tournament().stages.order_by("number")]
        assert [(one.format, one.rounds, one.qualify) for one in stages] == [("swiss", 3, 8), ("single", None, None)]
        world.press("sara", f"{DESK}roles/", "grant/", email=address("rosa"), kind="director")
        for _state in ("announced", "entries"):
            world.press("rosa", DESK, "advance/")
        for name in PLAYERS[:14]:
            who = PLAYING.get(name)
            if who:
                world.press(who, f"{PUBLIC}/", "enter/")
            else:
                world.press("rosa", f"{DESK}entrants/", "entrants/enter/", name=name)
        seeds = {f"seed-{entrant(name).pk}": number for number, name in enumerate(PLAYERS[:14], 1)}
        world.press("rosa", f"{DESK}entrants/", "seeds/", **seeds)
        world.press("rosa", DESK, "advance/")
    with at("2026-10-02 20:00"):
        for name, who in PLAYING.items():
            if entrant(name).state == "entered":
                world.press(who, f"{PUBLIC}/", "check-in/")
        ticked = [one for one in tournament().entrants.all() if one.state == "entered"]
        assert "martabella" in {one.player.slug for one in ticked}
        page = world.page(f"{DESK}entrants/", "rosa").content.decode()
        boxes = [f"{one.pk}:{one.version}" for one in ticked]
        assert all(f'value="{box}"' in page for box in boxes)
        world.browser("rosa").post(f"{DESK}entrants/check-in/", {"entrant": boxes, "seen": 0})
        assert "14 of 14 checked in" in world.text(DESK, "rosa")
        world.press("rosa", DESK, "advance/")
        world.press("rosa", DESK, "stages/1/start/")
        plan = world.text(f"{PUBLIC}/bracket/")
        assert "2 tables of 4 and 2 tables of 3" in plan, plan


PLAYING = {
    "brunello3": "brunello", "chiaraluna": "chiara", "gufetta": "gufetta", "hugo_pt": "hugo", "ines_lx": "ines",
    "jacopone": "jacopo", "katia_k": "katia", "livio_lupo": "livio", "nuno_mar": "nuno",
}  # fmt: skip
"""Players who have an account by now."""


def step_6(world: World) -> None:
    """Round 1 by snake; published with its deadline."""
    with at("2026-10-02 20:10"):
        world.press("rosa", DESK, "stages/1/pair/")
        assert tables(round_of(1)) == SNAKE
        world.press("rosa", url_of(round_of(1)), "publish/", deadline="2026-10-08T23:59")
        calendar = world.page(f"{PUBLIC}.ics").content.decode()
        assert "20261008T215900Z" in calendar
        assert calendar.count("BEGIN:VEVENT") == 4
        seated = User.objects.filter(player__entries__tournament__slug=SLUG)
        told = Notice.objects.filter(kind="round.published", user__isnull=False)
        assert {notice.user for notice in told} == set(seated)
        assert {notice.facts["table"] for notice in told} == {1, 2, 3, 4}
        assert "8 Oct, 23:59 (Rome)" in world.text(url_of(round_of(1)), "rosa")


def step_7(world: World) -> None:
    """T2 from what its players say; brunello3 confirms."""
    with at(that_night(TOLD["T2"])):
        world.report(
            "gufetta", "T2", **dict(zip((f"seat-{n}-score" for n in range(4)), (126, 101, 101, 89), strict=True))
        )
        assert world.match("T2").state == "submitted"
        world.press("brunello", world.url("T2"), "confirm/")
        world.later(tables_follow_missed)
        assert world.match("T2").state == "confirmed"
        assert at_table("gufetta").table_matches.get().match == world.match("T2")
    half = Fraction(9, 2)
    assert points(world, "T2") == {"gufetta": 10, "brunello3": half, "jacopone": half, "martabella": 1}
    assert "4.5" in world.text("/leagues/torre/rules/?size=4&p1=1&p2=2&p3=2&p4=4&lang=en")


def step_8(world: World) -> None:
    """T1's record agrees."""
    with at(that_night(TOLD["T1"])):
        world.upload("hugo", played_record(TOLD["T1"], table_of(TOLD["T1"])), "T1.json")
        world.matches["T1"] = Match.objects.latest("pk").pk
        world.later(tables_follow_missed)
        assert world.match("T1").state == "verified"
        assert at_table("hugo_pt").table_matches.get().match == world.match("T1")
        seats = world.match("T1").seats.select_related("player")
        final = {seat.player.name: seat.score for seat in seats}
        assert sorted(final, key=lambda name: -final[name]) == "hugo_pt adamanta nuno_mar ines_lx".split()
        opened = world.page(f"{world.url('T1')}replay/?at=last", "hugo").context
        assert opened["number"] == opened["count"]
        assert {card["name"]: card["score"] for card in opened["cards"]} == final
        last = opened["step"].key
        shown = world.page(f"{world.url('T1')}replay/?at={last}", "hugo").context
        assert shown["cards"] == opened["cards"]
        assert shown["chart"]


def step_9(world: World) -> None:
    """An altered file of T3 disagrees; the true one agrees; Vito looks at both."""
    told = TOLD["T3"]
    with at(that_night(told)):
        world.upload("katia", underpaid(bga_log("three", told, table_of(told))), "t3-katia.json")
        world.matches["T3"] = Match.objects.latest("pk").pk
        refused = Verification.objects.latest("pk")
        assert (refused.outcome, refused.code) == ("disagrees", "illegal.underpaid")
        told_there = world.page(f"/verifications/{refused.pk}/", "katia").content.decode()
        assert "<svg" in told_there
        assert world.match("T3").state == "submitted"
        world.upload("chiara", bga_log("three", told, table_of(told)), "t3-chiara.json")
        world.later(tables_follow_missed)
        assert world.match("T3").state == "verified"
        assert round_of(1).pairings.get(number=3).table_matches.get().match == world.match("T3")
        [item] = desk_queue(user("vito"), kind="files")
        assert item.item.url == world.url("T3")
        world.press("vito", "/desk/?kind=files", "comment/", text="file alterato")
        assert "file alterato" in {note.text for note in DeskNote.objects.filter(user=user("vito"))}
        assert world.match("T3").state == "verified"


def step_10(world: World) -> None:
    """The same file again is here already; T4's log cannot be verified, and its result counts."""
    told = TOLD["T3"]
    with at(that_night(told)):
        file = BytesIO(bga_log("three", told, table_of(told)))
        file.name = "t3-chiara.json"
        before = Submission.objects.count()
        assert "already here" in words(world.browser("hugo").post("/upload/", {"files": file}))
        assert Submission.objects.count() == before
    told = TOLD["T4"]
    with at(that_night(told)):
        world.upload("sara", with_unknown_notification(bga_log("other-three", told, table_of(told))), "T4.json")
        assert Verification.objects.latest("pk").outcome == "cannot"
        world.matches["T4"] = Match.objects.latest("pk").pk
        world.press("livio", world.url("T4"), "confirm/")
        world.later(tables_follow_missed)
    assert round_of(1).state == "complete"


def step_11(world: World) -> None:
    """nuno_mar drops out, olga_o comes late with 2.5; the draft has no repeat and no third short table."""
    with at("2026-10-09 10:00"):
        world.press("nuno", f"{PUBLIC}/leave/")
        late = world.press("rosa", f"{DESK}entrants/", "entrants/enter/", status=422, name="olga_o")
        world.send("rosa", f"{DESK}entrants/", late, "entrants/enter/", is_new=1)
        for name in ("gufetta", "jacopone", "olga_o"):  # known by a bare name until now
            said = {"platform": "bga", "platform_id": IDS[name]}
            world.press("rosa", f"/players/{name}/edit/", having={"what": "identity"}, **said)
        world.press("rosa", DESK, "stages/1/pair/")
        drafted = tables(round_of(2))
        assert sorted(len(table.split()) for table in drafted) == [3, 3, 4, 4]
        assert not set(pairs(drafted)) & set(pairs(SNAKE))
        page = world.page(url_of(round_of(2)), "rosa")
        assert not [told for told in page.context["warnings"] if "short" in told or "met" in told]
        people = {name: worth for table in page.context["tables"] for _entrant, name, worth in table["people"]}
        assert people["olga_o"] == Fraction(5, 2)
        assert "nuno_mar" not in people
        world.press("rosa", url_of(round_of(2)), "again/")
        assert tables(round_of(2)) == drafted


def pairs(told: Sequence[str]) -> list[frozenset[str]]:
    return [
        frozenset((one, other)) for table in told for one in table.split() for other in table.split() if one < other
    ]


def step_12(world: World) -> None:
    """By hand, with two swaps tried and undone: the first without a warning, the second with two."""
    with at("2026-10-09 10:30"):
        round_ = round_of(2)
        arrange(world, round_, ROUND_2)
        swap(world, round_, "hugo_pt", "adamanta")
        assert tables(round_)[0].startswith("adamanta dado_storto")
        undo(world)
        assert tables(round_) == ROUND_2
        warned = words(swap(world, round_, "adamanta", "dado_storto", status=422))
        assert "adamanta and hugo_pt met in round 1" in warned
        assert "dado_storto and livio_lupo met in round 1" in warned
        assert tables(round_) == ROUND_2
        swap(world, round_, "adamanta", "dado_storto", reason="prova")
        undo(world)
        assert tables(round_) == ROUND_2
        world.press("rosa", url_of(round_), "publish/")
        assert "draft" not in world.text(f"{PUBLIC}/diary/").lower()
        told = set(AuditEntry.objects.values_list("act", flat=True))
        assert {"tournament.draft.swapped", "tournament.draft.paired", "tournament.undone"} <= told


def step_13(world: World) -> None:
    """Results by keyboard: martabella does not come, and the first two of T4 are swapped by mistake."""
    typed(world, "U1", "hugo_pt 1/156, dado_storto 2/135, chiaraluna 3/121, gufetta 4/119")
    typed(world, "U2", "livio_lupo 1/134, adamanta 2/123, jacopone 3/106, katia_k 4/92")
    typed(world, "U3", "ines_lx 1/86, olga_o 2/64, martabella n")
    typed(world, "U4", "fabio_faro 1/143, brunello3 2/111, elenaditroia 3/92")
    assert points(world, "U3") == {"ines_lx": 9, "olga_o": 4}
    assert round_of(2).state == "complete"


def step_14(world: World) -> None:
    """brunello3 objects while round 3 is in draft: it is deleted, round 2 re-opened by its name, T4 corrected."""
    with at("2026-10-14 09:00"):
        world.press("rosa", DESK, "stages/1/pair/")
        world.press("rosa", url_of(round_of(3)), "discard/")
        refused = world.press("rosa", url_of(round_of(2)), "reopen/", status=422, name="Turno 1")
        assert "Turno 2" in words(refused)
        world.press("rosa", url_of(round_of(2)), "reopen/", name="Turno 2", reason="brunello3 obietta")
        table = at_table("brunello3")
        boxes = {"brunello3": ("1", "143"), "fabio_faro": ("2", "111"), "elenaditroia": ("3", "92")}
        fields = {}
        for name, (place, score) in boxes.items():
            one = entrant(name).pk
            fields |= {f"place-{table.pk}-{one}": place, f"score-{table.pk}-{one}": score}
        world.press("rosa", f"{DESK}tables/{table.pk}/", "correct/", reason="scambiati", **fields)
        stack = [told["act"].kind for told in world.page(DESK, "rosa").context["acts"][:3]]
        assert stack == ["result.corrected", "round.reopened", "draft.deleted"]
        assert {name: worth for _rank, name, worth in standings(world)} == AFTER_TWO
        assert round_of(2).state == "complete"


def step_15(world: World) -> None:
    """Round 3; over three rounds no pair met twice."""
    with at("2026-10-16 10:00"):
        world.press("rosa", DESK, "stages/1/pair/")
        arrange(world, round_of(3), ROUND_3)
        world.press("rosa", url_of(round_of(3)), "publish/")
    typed(world, "V1", "dado_storto 1/98, fabio_faro =/98, ines_lx 3/95, jacopone 4/76")
    typed(world, "V2", "adamanta 1/151, elenaditroia 2/130, martabella 3/84, chiaraluna 4/54")
    typed(world, "V3", "livio_lupo 1/129, brunello3 2/124, hugo_pt 3/112")
    typed(world, "V4", "gufetta 1/91, katia_k 2/86, olga_o 3/74")
    met = pairs([table for number in (1, 2, 3) for table in tables(round_of(number))])
    assert len(met) == len(set(met))


def step_16(world: World) -> None:
    """Standings, and why somebody is eighth."""
    assert standings(world) == STANDINGS
    page = world.text(f"{PUBLIC}/standings/")
    for name, worth in (("livio_lupo", "5.33"), ("dado_storto", "5.15"), ("jacopone", "5.46"), ("olga_o", "4.67")):
        assert name in page
        assert worth in page, worth
    assert "5.25 to 5.12" in world.text(f"{PUBLIC}/standings/?why=ines_lx")


def step_17(world: World) -> None:
    """Two semi-finals by seed; a file that is cut off is broken, the whole one agrees."""
    with at("2026-10-21 23:00"):
        world.press("rosa", DESK, "stages/1/complete/")
        qualified = world.page(DESK, "rosa").context["qualified"]
        assert [one["name"] for one in qualified] == [name for _rank, name, _points in STANDINGS[:8]]
        world.press("rosa", DESK, "stages/2/start/")
        world.press("rosa", DESK, "stages/2/pair/")
        assert tables(round_of(1, 2)) == SEMI_FINALS
        world.press("rosa", url_of(round_of(1, 2)), "publish/")
    typed(world, "X1", "livio_lupo 1/142, chiaraluna 2/132, adamanta 3/115, gufetta 4/81")
    told = TOLD["X2"]
    with at(that_night(told)):
        whole = bga_log("four", told, table_of(told))
        file = BytesIO(cut_off(whole))
        file.name = "semifinale-2-a.json"
        assert "broken file" in words(world.browser("hugo").post("/upload/", {"files": file}))
        world.upload("hugo", whole, "semifinale-2.json")
        world.matches["X2"] = Match.objects.latest("pk").pk
        world.later(tables_follow_missed)
        assert world.match("X2").state == "verified"
        assert round_of(1, 2).state == "complete"


def step_18(world: World) -> None:
    """The final, and the order of all."""
    with at("2026-10-27 10:00"):
        world.press("rosa", DESK, "stages/2/pair/")
        world.press("rosa", url_of(round_of(2, 2)), "publish/", deadline="2026-11-01T12:00")
    typed(world, "Y", "dado_storto 1/122, fabio_faro 2/121, chiaraluna 3/115, livio_lupo 4/112")
    with at("2026-10-31 23:40"):
        world.press("rosa", DESK, "stages/2/complete/")
        world.press("rosa", DESK, "advance/")
        assert tournament().state == "finished"
        rows = world.json(f"{PUBLIC}.json")["rows"]
        assert [row["slug"] for row in rows] == ORDER, rows
        bracket = world.page(f"{PUBLIC}/bracket/").content.decode()
        drawn, _mark, twin = bracket.partition('class="twin"')
        assert "<svg" in drawn
        for told in (
            drawn,
            twin,
            world.page(f"{PUBLIC}/bracket/?print").content.decode(),
            world.text(f"{PUBLIC}/bracket.json"),
        ):
            for names in (*SEMI_FINALS, "dado_storto fabio_faro chiaraluna livio_lupo"):
                assert all(name in told for name in names.split()), told
        known = world.page(f"{PUBLIC}/?print").content.decode()
        assert sorted(ORDER[:3], key=known.index) == ORDER[:3]
