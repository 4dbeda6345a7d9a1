"""rules.md 17: who may know what, one-sided records, and what can explain them."""

import random
from typing import Any

import pytest

from games.engine.events import Event, Seat
from games.engine.game import Script
from games.play import one_sided, self_play
from games.record import merge, read_record, write_record
from games.registry import ENGINES
from games.rules.revive import events as e
from games.rules.revive import vocabulary as words
from games.rules.revive.components import Back
from games.rules.revive.rules import RULES
from games.rules.revive.scoring import explained, scores
from games.rules.revive.view import public
from games.verify import judge
from tests.rules.revive.other_sets import small_set
from tests.rules.revive.table import Table

ENGINE = ENGINES["revive"]


def match(seed: int, seats: int = 3, **options: str) -> Script:
    setup = ENGINE.setup(seats, "bga", {"expansion": "on", **options})
    return self_play(ENGINE, setup, random.Random(seed), rules="bga", bot="greedy")


def seen(table: Table, viewer: Seat | None, seat: Seat = 0) -> Any:
    return RULES.view(table.state, viewer)["seats"][seat]


def test_an_artifact_card_is_its_owners_until_the_end() -> None:
    """17_artifact_card: then everybody's."""
    table = Table()
    assert [seen(table, viewer)["artifact_card"] for viewer in (0, 1, None)] == ["AC01", "?", "?"]
    table.state.over = True
    assert seen(table, None)["artifact_card"] == "AC01"


def test_both_dealt_cards_of_a_draft_are_their_owners() -> None:
    """17_artifact_card: the other is never shown."""
    table = Table(artifact_cards="draft2")
    assert seen(table, 0)["dealt_cards"] == ["AC01", "AC02"]
    assert seen(table, 1)["dealt_cards"] is None


def test_a_face_down_tile_shows_its_back_only() -> None:
    """17_tile: cost, points, icon; in the reference set that names the tile."""
    view = RULES.view(Table().state, 0)["map"]
    assert view["backs"]["S20"]["cost"] == {"book": 2}
    assert "S20" not in view["tiles"]
    backs = [str(tile.back) for tile in Table().box.catalogue.area_tile]
    assert len(set(backs)) == len(backs)


def test_a_closed_crate_is_its_owners_an_open_one_everybodys() -> None:
    """17_crate: others see how many."""
    table = Table().crate("Q01", "Q25").do(e.OpenCrate(0, "Q25"))
    assert seen(table, 0)["crates"] == ["Q01"]
    assert (seen(table, 1)["crates"], seen(table, 1)["closed_crates"], seen(table, 1)["opened"]) == (
        None,
        1,
        {"Q25": False},
    )


def test_everything_else_of_a_player_is_open() -> None:
    """17_resting, 17_open: also the resting area."""
    table = Table()
    for name in ("resting", "active", "resources", "energy", "tracks", "score", "slots", "modules"):
        assert seen(table, 0)[name] == seen(table, None)[name]


def test_the_order_of_decks_is_nobodys() -> None:
    """17_decks: numbers only."""
    decks = RULES.view(Table(expansion="on").state, 0)["decks"]
    assert decks == {
        "citizens": 34, "machines": {"gray": 7, "green": 7, "yellow": 7}, "modules": 43, "crates": 28, "journeys": 9, "scyphoz": 16,
    }  # fmt: skip


def test_the_two_scyphoz_are_the_drawers_the_kept_one_everybodys() -> None:
    """17_scyphoz, 13_hidden: the other only the drawer has seen."""
    table = Table(expansion="on").effect(words.Scyphoz(2, 1)).do(e.DrawScyphoz(0, ("Z01", "Z02")))
    assert RULES.view(table.state, 0)["pending"][-1]["cards"] == ["Z01", "Z02"]
    assert RULES.view(table.state, 1)["pending"][-1]["cards"] == ["?", "?"]
    table.do(e.KeepScyphoz(0, "Z02"))
    assert "Z02" in seen(table, 1)["active"]


def test_a_blind_recruit_lands_face_up() -> None:
    """17_blind: all see it."""
    table = Table().effect(words.Recruit("display_or_deck", "any")).do(e.TakeCard(0, "deck"), e.DrawCitizen(0, "YE13"))
    assert "YE13" in seen(table, 1)["active"]


# ---- records from one side


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("artifact_cards", ["private", "draft2"])
def test_a_one_sided_record_is_consistent(seed: int, artifact_cards: str) -> None:
    """17, games/README 1.7: unknown cards of others, crates, draws; the stated scores are explained."""
    script = match(seed, artifact_cards=artifact_cards)
    record = write_record(one_sided(ENGINE, script, 1))
    read = read_record(record)
    assert write_record(read) == record
    verdict = judge(read)
    assert (verdict.verdict, verdict.code) == ("consistent", None)
    assert (verdict.scores, verdict.ranks) == (script.stated_scores, script.stated_ranks)


@pytest.mark.parametrize("seed", range(4))
def test_with_a_common_card_no_unknown_matters(seed: int) -> None:
    """17, games/README 1.7: closed crates and unkept cards change nothing."""
    verdict = judge(one_sided(ENGINE, match(seed, artifact_cards="common"), 0))
    assert verdict.verdict == "verified"


@pytest.mark.parametrize("seed", range(4))
def test_two_sides_together_verify(seed: int) -> None:
    """games/README 1.7: with two players nothing stays open."""
    script = match(seed, seats=2)
    one, other = (one_sided(ENGINE, script, view) for view in (0, 1))
    assert judge(one).verdict == "consistent"
    assert judge(merge(one, other)).verdict == "verified"
    assert judge(one).moves == judge(other).moves


def test_scores_that_no_card_explains_are_refused() -> None:
    """17, games/README 1.7: for any assignment."""
    script = one_sided(ENGINE, match(1), 1)
    stated = list(script.stated_scores or ())
    stated[2] += 1_000
    script.stated_scores = tuple(stated)
    assert judge(script).code == "claim.score"
    stated[2] -= 1_000
    stated[1] += 1
    script.stated_scores = tuple(stated)
    assert judge(script).code == "claim.score"


def test_unknown_cards_are_matched_each_to_one_seat() -> None:
    """17, games/README 1.7: what fits each seat may not fit both."""
    table = Table(3)
    state = table.state
    state.known_cards = [card for card in table.box.artifact_cards if card not in ("AC01", "AC02")]
    for player in state.players[:2]:
        player.artifact_card = "?"
    table.player(2).artifact_card = "AC03"
    state.over = True
    for seat in (0, 1):
        table.player(seat).energy = 3
        table.player(seat).figures = {(-2, 0): "rime.t1"}
        table.player(seat).technologies = {"rime.t1": None}
    base = list(scores(state))
    assert explained(state, (base[0] + 3, base[1] + 4, base[2]))[0] == (base[0] + 3, base[1] + 4, base[2])
    for second in (3, 5):
        with pytest.raises(Exception, match=r"claim|score"):
            explained(state, (base[0] + 3, base[1] + second, base[2]))


def test_an_unknown_crate_is_opened_by_a_name_that_nobody_has_seen() -> None:
    """17_crate: otherwise it is refused."""
    table = Table().effect(words.Crate(1)).do(e.DrawCrate(0, "?"))
    table.effect(words.Crate(1), seat=1).do(e.DrawCrate(1, "Q05"))
    table.refuse(e.OpenCrate(0, "Q05"), "illegal.not_held", "3")
    table.refuse(e.OpenCrate(0, "?"), "illegal.not_held", "3")
    table.do(e.OpenCrate(0, "Q01"))
    table.refuse(e.OpenCrate(0, "Q02"), "illegal.not_held", "3")


def test_the_last_hidden_crates_must_be_what_nobody_has_seen() -> None:
    """17_crate: the stack is empty, and what was drawn unseen is not drawn again."""
    table = Table().effect(words.Crate(1)).do(e.DrawCrate(0, "?"))
    for crate in list(table.box.crates)[1:]:
        table.effect(words.Crate(1)).do(e.DrawCrate(0, crate))
    assert table.effect(words.Crate(1)).due() == ""
    table.do(e.OpenCrate(0, "Q01"))


def test_a_scyphoz_kept_from_an_unseen_draw_must_not_have_been_seen() -> None:
    """17_scyphoz: and the one put back unseen stays so."""
    table = (
        Table(expansion="on")
        .effect(words.Scyphoz(2, 1), seat=1)
        .do(e.DrawScyphoz(1, ("Z01", "Z02")), e.KeepScyphoz(1, "Z01"))
    )
    table.effect(words.Scyphoz(2, 1)).do(e.DrawScyphoz(0, ("?", "?")))
    for card in ("Z01", "Z02", "?"):
        table.refuse(e.KeepScyphoz(0, card), "illegal.not_held", "13")
    table.do(e.KeepScyphoz(0, "Z03"))
    assert table.state.scyphoz_under == ["Z02", "?"]


def test_a_tile_known_by_its_back_must_fit_it() -> None:
    """19.2 tiles_placed, 17_tile: `?` and a back; `reveal_tile` names one with that back that is not seen elsewhere."""
    box = small_set()
    table = Table(2, box=box, tribes=("ants", "bees"), laid=False, expansion="off").do(
        e.StartPlayer(0), e.Tribes(("ants", "bees"))
    )
    placed = table.tiles_placed()
    back: Back = box.backs["u2"]
    assert back == box.backs["u3"]
    area = tuple(e.AreaTilePlaced(at.slot, "?", back) if at.tile in ("u2", "u3") else at for at in placed.area)
    table.refuse(
        e.TilesPlaced(placed.start, (*area[:-2], e.AreaTilePlaced(area[-2].slot, "?", box.backs["u0"]), area[-1])),
        "setup.count",
    )
    table.do(e.TilesPlaced(placed.start, area))
    while table.state.turn < 0:
        table.do(table.next_of_setup())
    slot = next(at.slot for at in area if at.tile == "?")
    table.give(food=6, gear=6, book=6)
    table.player().waiting = None
    table.effect(words.ExploreAnywhere()).do(e.Explore(0, slot, "none"))
    table.refuse(e.RevealTile(slot, "u0"), "chance.not_in_supply", "19.2")
    table.do(e.RevealTile(slot, "u3"))


def test_what_records_tell_of_an_event_in_common_hides_all_that_is_hidden() -> None:
    """17: for comparing two records of one match."""
    hidden: list[Event] = [
        e.ArtifactCard(0, "AC01"), e.ArtifactCard(0, cards=("AC01", "AC02")), e.DrawCrate(1, "Q01"), e.DrawScyphoz(0, ("Z01", "Z02")),
        e.ChooseArtifactCard(0, "AC01"),
    ]  # fmt: skip
    for event in hidden:
        assert "?" in str(public(event))
    assert public(e.ArtifactCard(card="AC01")) == e.ArtifactCard(card="AC01")
