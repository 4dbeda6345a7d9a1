"""Who may do what: the table of the roles is data here, and every cell is tried."""

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import AuditEntry, Game, Player, Submission, Verification
from games.services.errors import NotAllowed
from games.services.results import game_for
from ladder.permissions import MAY, may
from ladder.services import matches
from ladder.services.ladders import admin_grant, role_grant
from tests.factories import NOON, a_league, a_match, a_player, a_user
from tournaments.models import Entrant, Pairing, Round, Stage, TableMatch, Tournament

pytestmark = pytest.mark.django_db

PEOPLE = "visitor account player uploader arbiter manager admin other_arbiter other_manager other_player".split()
PEOPLE += "director umpire other_director".split()
"""The umpire is the arbiter of the director's tournament, at which the match was played."""
TABLE = {
    # act              visitor account player uploader arbiter manager admin | of another league, of another match
    # | director, umpire, director of another tournament
    "read":             "●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●",
    "upload":           "-  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●",
    "confirm":          "-  -  ●  -  ●  ●  ●  -  -  -  ●  ●  -",
    "dispute":          "-  -  ●  -  ●  ●  ●  -  -  -  ●  ●  -",
    "state":            "-  -  ●  -  ●  ●  ●  -  -  -  ●  ●  -",
    "report_error":     "-  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●",
    "answer_report":    "-  -  -  -  ●  ●  ●  -  -  -  -  ●  -",
    "comment":          "-  -  -  -  ●  ●  ●  -  -  -  -  ●  -",
    "correct":          "-  -  -  -  ●  ●  ●  -  -  -  -  ●  -",
    "decide":           "-  -  -  -  ●  ●  ●  -  -  -  -  ●  -",
    "void":             "-  -  -  -  ●  ●  ●  -  -  -  -  ●  -",
    "restore":          "-  -  -  -  ●  ●  ●  -  -  -  -  ●  -",
    "rerun":            "-  -  -  -  ●  ●  ●  -  -  -  -  ●  -",
    "see_verification": "-  -  ●  ●  ●  ●  ●  -  -  -  ●  ●  -",
    "see_replay":       "-  -  ●  -  ●  ●  ●  -  -  -  ●  ●  -",
    "raw_log":          "-  -  ●  -  ●  ●  ●  -  -  -  ●  ●  -",
    "edit_rules":       "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "see_audit":        "-  -  -  -  ●  ●  ●  -  -  -  ●  ●  -",
    "desk":             "-  -  -  -  ●  ●  ●  -  -  -  -  -  -",
    "close_month":      "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "change_league":    "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "set_silence":      "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "revise_month":     "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "rule_month":       "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "grant":            "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "resign":           "-  -  -  -  ●  ●  -  -  -  -  -  -  -",
    "see_people":       "-  -  -  -  ●  ●  ●  -  -  -  -  -  -",
    "publish":          "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "rate":             "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "claim":            "-  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●",
    "report_duplicate": "-  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●",
    "decide_claim":     "-  -  -  -  -  ●  ●  -  ●  -  -  -  -",
    "edit_player":      "-  -  -  -  -  ●  ●  -  ●  -  ●  -  -",
    "merge":            "-  -  -  -  -  ●  ●  -  ●  -  -  -  -",
    "hide_name":        "-  -  ●  -  -  ●  ●  -  ●  -  -  -  -",
    "anonymise":        "-  -  -  -  -  ●  ●  -  ●  -  -  -  -",
    "import":           "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "add_game":         "-  -  -  -  -  ●  ●  -  ●  -  -  -  -",
    "create_tournament":"-  -  -  -  -  ●  ●  -  ●  -  ●  -  ●",
    "see_hidden_tournament":"-  -  -  -  -  ●  ●  -  -  -  ●  ●  -",
    "enter":           "-  -  ●  -  -  ●  ●  -  -  ●  ●  -  -",
    "enter_others":    "-  -  -  -  -  ●  ●  -  -  -  ●  -  -",
    "withdraw":        "-  -  ●  -  -  ●  ●  -  -  -  ●  -  -",
    "check_in":        "-  -  ●  -  -  ●  ●  -  -  -  ●  -  -",
    "agree_date":      "-  -  ●  -  -  -  -  -  -  -  -  -  -",
    "report_no_show":  "-  -  ●  -  -  -  -  -  -  -  -  -  -",
    "answer_offer":    "-  -  ●  -  -  -  ●  -  -  -  ●  -  -",
    "direct":          "-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "change_tournament":"-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "seed":            "-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "run_rounds":      "-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "enter_result":    "-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "correct_result":  "-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "leave_undecided": "-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "adjudicate":      "-  -  -  -  -  -  ●  -  -  -  ●  ●  -",
    "substitute":      "-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "enter_late":      "-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "undo_act":        "-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "message_round":   "-  -  -  -  -  -  ●  -  -  -  ●  -  -",
    "grant_arbiter":   "-  -  -  -  -  ●  ●  -  -  -  ●  -  -",
    "grant_director":  "-  -  -  -  -  ●  ●  -  -  -  -  -  -",
    "resign_tournament":"-  -  -  -  -  -  -  -  -  -  ●  ●  -",
}  # fmt: skip
CELLS = [
    (act, person, sign == "●")
    for act, signs in TABLE.items()
    for person, sign in zip(PEOPLE, signs.split(), strict=True)
]
ACTS_OF_ACCOUNTS = [
    cell for cell in CELLS if cell[0] in "confirm dispute void restore rerun".split() and cell[1] != "visitor"
]
ON_THE_LEAGUE = ("grant", "desk", "close_month", "set_silence", "revise_month", "rule_month", "rate")
ON_THE_LEAGUE += ("change_league", "resign", "see_people", "publish", "import")
ON_THE_PLAYER = ("claim", "report_duplicate", "decide_claim", "edit_player", "merge", "hide_name", "anonymise")
ON_THE_FILE = ("rerun", "see_verification", "raw_log")
ON_THE_ENTRANT = ("answer_offer", "withdraw", "check_in", "seed")
ON_THE_TABLE = (
    "agree_date",
    "report_no_show",
    "enter_result",
    "correct_result",
    "leave_undecided",
    "substitute",
    "adjudicate",
)
ON_THE_TOURNAMENT = ("see_hidden_tournament", "enter", "enter_others", "direct", "change_tournament", "run_rounds")
ON_THE_TOURNAMENT += ("enter_late", "undo_act", "message_round", "grant_arbiter", "grant_director", "resign_tournament")


@pytest.fixture
def world():
    """One league with a match and its log, another league of another game, and somebody in each role."""
    ladder = a_league(games=[game_for("alhambra")], logs_public=False)
    other = a_league("altra", games=[game_for("azul")])
    people = {name: a_user(name) for name in PEOPLE if name != "visitor"}
    people["visitor"] = AnonymousUser()
    a_player("player", people["player"])
    a_player("other_player", people["other_player"])
    role_grant(people["arbiter"], "arbiter", ladder=ladder)
    role_grant(people["manager"], "manager", ladder=ladder)
    role_grant(people["other_arbiter"], "arbiter", ladder=other)
    role_grant(people["other_manager"], "manager", ladder=other)
    admin_grant(people["admin"])
    match = a_match("player", "bea", state="submitted", by=people["uploader"])
    a_match("other_player", "bea")
    submission = Submission.objects.create(
        sha256="a" * 64,
        size=1,
        kind="bga_log",
        game=match.game,
        match=match,
        relation="first",
        uploader=people["uploader"],
    )
    row = Verification.objects.create(
        submission=submission, revision=1, owner="x", state="done", verdict="verified", finished_at=NOON
    )
    table = a_table_of(match)
    tournament, elsewhere = table.round.stage.tournament, a_tournament("other", match.game)
    for name, kind, where in (("director", "director", tournament), ("umpire", "arbiter", tournament)):
        where.roles.create(user=people[name], kind=kind)
    elsewhere.roles.create(user=people["other_director"], kind="director")
    return SimpleNamespace(
        ladder=ladder, other=other, people=people, match=match, row=row, table=table, tournament=tournament
    )


def a_tournament(slug, game):
    return Tournament.objects.create(slug=slug, name=slug, game=game, lot="lot", state="running")


def a_table_of(match):
    """A table of a tournament that this match decides."""
    tournament = a_tournament("autumn", match.game)
    round_ = Round.objects.create(
        stage=Stage.objects.create(tournament=tournament, number=1),
        number=1,
        lot="lot",
        state="playing",
        published_at=NOON,
    )
    table = Pairing.objects.create(round=round_, number=1)
    for number, seat in enumerate(match.seats.order_by("number")):
        entrant = Entrant.objects.create(tournament=tournament, player=seat.player)
        table.seats.create(round=round_, number=number, entrant=entrant)
    TableMatch.objects.create(tournament=tournament, pairing=table, match=match)
    return table


def thing_of(world, act):
    if act in ("create_tournament", "add_game"):
        return None
    if act in ON_THE_TOURNAMENT:
        return world.tournament
    if act in ON_THE_TABLE:
        return world.table
    if act in ON_THE_ENTRANT:
        return Entrant.objects.get(player__name="player")
    if act in ON_THE_PLAYER:
        return Player.objects.get(name="player")
    return world.ladder if act in (*ON_THE_LEAGUE, "edit_rules") else world.row if act in ON_THE_FILE else world.match


def test_every_act_has_its_line():
    assert TABLE.keys() == MAY.keys()


@pytest.mark.parametrize("act", TABLE)
def test_who_may(world, act):
    cells = {person: allowed for name, person, allowed in CELLS if name == act}
    assert {person: may(world.people[person], act, thing_of(world, act)) for person in cells} == cells


@pytest.mark.parametrize(("act", "person", "allowed"), ACTS_OF_ACCOUNTS)
def test_the_service_refuses_whoever_may_not_and_changes_nothing(world, act, person, allowed):
    by = world.people[person]
    if act == "restore":
        world.match = matches.match_void(world.match, version=1, by=world.people["admin"], reason="x")
    before = AuditEntry.objects.count()

    def do():
        if act == "rerun":
            return matches.verification_rerun(world.row, by=by)
        grounds = {"reason": "x"} if act in ("dispute", "void") else {}
        return getattr(matches, f"match_{act}")(world.match, version=world.match.version, by=by, **grounds)

    if allowed:
        do()
        assert act == "rerun" or AuditEntry.objects.count() == before + 1
    else:
        with pytest.raises(NotAllowed):
            do()
        assert AuditEntry.objects.count() == before


@pytest.mark.parametrize("act", ["see_verification", "raw_log"])
def test_public_logs_are_for_everybody(world, act):
    world.ladder.logs_public = True
    world.ladder.save()
    assert [person for person in PEOPLE if not may(world.people[person], act, world.row)] == []


def test_logs_of_another_league_being_public_opens_none_of_ours(world):
    assert world.other.logs_public
    assert not may(world.people["visitor"], "raw_log", world.row)


@pytest.mark.parametrize("act", ["decide", "correct", "void", "restore"])
def test_nobody_judges_a_match_that_he_played_in_while_another_official_can(world, act):
    arbiter = world.people["arbiter"]
    match = a_match("player", "vito")
    seat = match.seats.get(number=1)
    seat.player.user = arbiter
    seat.player.save()
    assert not may(arbiter, act, match)
    for person in ("manager", "admin", "umpire", "director"):
        user = world.people[person]
        user.is_active = False
        user.save()
    assert may(arbiter, act, match)


def test_the_director_judges_matches_of_his_tournament_where_it_has_no_arbiter(world):
    director = world.people["director"]
    assert not may(director, "decide", world.match)
    umpire = world.people["umpire"]
    umpire.is_active = False
    umpire.save()
    assert may(director, "decide", world.match)
    assert not may(world.people["other_director"], "decide", world.match)


def test_the_director_judges_where_the_only_arbiter_sat_at_the_table(world):
    player = Player.objects.get(name="bea")
    player.user = world.people["umpire"]
    player.save()
    assert may(world.people["director"], "decide", world.match)
    assert not may(world.people["umpire"], "decide", world.match)


def test_who_keeps_people_keeps_those_who_are_not_there_yet(world):
    assert may(world.people["manager"], "merge", Player())
    assert not may(world.people["director"], "edit_player", Player())


@pytest.mark.parametrize("act", ["enter_result", "correct_result", "leave_undecided"])
def test_no_director_decides_his_own_table_while_another_can(world, act):
    director = world.people["director"]
    player = Player.objects.get(name="bea")
    player.user = director
    player.save()
    assert not may(director, act, world.table)
    world.people["admin"].is_active = False
    world.people["admin"].save()
    assert may(director, act, world.table)


def test_a_decision_for_lack_of_others_says_that_a_participant_took_it(world):
    manager = world.people["manager"]
    for person in ("arbiter", "admin", "umpire", "director"):
        world.people[person].is_active = False
        world.people[person].save()
    match = a_match("player", "tito")
    seat = match.seats.get(number=1)
    seat.player.user = manager
    seat.player.save()
    matches.match_void(match, version=match.version, by=manager, reason="x")
    entry = AuditEntry.objects.get(kind="match", target_id=match.pk, act="match.voided")
    assert entry.facts["by_participant"] is True


def test_an_official_at_the_table_who_reported_the_match_does_not_confirm_it(world):
    arbiter = world.people["arbiter"]
    a_player("vito", arbiter)
    match = a_match("player", "vito", state="submitted", by=arbiter)
    with pytest.raises(NotAllowed) as refused:
        matches.match_confirm(match, version=1, by=arbiter)
    assert refused.value.code == "own_report"


def test_a_league_without_a_list_of_games_takes_every_game(world):
    everything = a_league("tutto")
    role_grant(world.people["other_arbiter"], "arbiter", ladder=everything)
    assert may(world.people["other_arbiter"], "void", world.match)
    assert Game.objects.count() > 1


def test_a_role_is_granted_once_and_noted_once(world):
    before = AuditEntry.objects.count()
    assert not role_grant(world.people["arbiter"], "arbiter", ladder=world.ladder)
    assert not admin_grant(world.people["admin"])
    assert AuditEntry.objects.count() == before
