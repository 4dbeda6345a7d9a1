"""Merging people who are in tournaments: the preview says which, two entrants of one are never merged in silence."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.services.errors import PersonRefused
from ladder.people_words import refused
from ladder.selectors.merging import merge_preview
from ladder.services.people import merge_undo, players_merge
from tests.factories import a_league, a_player, a_user
from tests.tournaments.events import TWO, Event
from tournaments.selectors.people import touched
from tournaments.services.entrants import entrant_enter, entrant_withdraw
from tournaments.services.following import tables_follow
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NAMES = "ann bob cid dot".split()


def begun(*, start: bool = True) -> Event:
    return Event(NAMES, TWO, [StageTerms(rounds=2)], start=start)


def merge(event: Event, source: str, target: str, **more: object):
    players = list(map(player_of(event), (source, target)))
    players[0].identities.all().delete()
    return players_merge(*players, by=None, reason="one person", **more)


def player_of(event: Event):
    def find(name: str):
        found = event.tournament.entrants.filter(player__name=name).first()
        return found.player if found else a_player(name)

    return find


def test_the_preview_names_the_tournaments_and_the_tables_of_who_goes():
    event = begun()
    event.next_round()
    found = merge_preview(event.entrant("ann").player, a_player("anna"))
    [one] = found.tournaments
    assert (one.tournament, one.tables, one.both) == (event.tournament, 1, False)
    assert found.two_entrants == []
    assert merge_preview(a_player("zoe"), event.entrant("ann").player).tournaments == []


def test_two_entrants_of_one_tournament_are_refused_with_its_name_until_somebody_says_so():
    event = begun()
    event.next_round()
    event.result("ann, cid")
    with pytest.raises(PersonRefused) as problem:
        merge(event, "ann", "bob")
    assert problem.value.code == "two_entrants"
    assert "Alhambra d’autunno" in refused(problem.value)
    before = event.ranking()
    row = merge(event, "ann", "bob", two_entrants=True)
    event.result("bob, dot")
    assert {name: points for _rank, name, points in event.ranking()} == {"ann": "1", "bob": "1", "cid": "0", "dot": "0"}
    merge_undo(row, by=None, reason="two people")
    assert before[0][1:] in [line[1:] for line in event.ranking()]


def test_one_who_withdrew_stands_in_nobodys_way():
    event = begun(start=False)
    entrant = event.entrant("ann")
    entrant_withdraw(entrant, version=entrant.version, by=event.by)
    merge(event, "ann", "bob")
    assert touched(event.entrant("ann").player, event.entrant("bob").player) == []


def test_whoever_was_merged_does_not_enter_a_second_time_under_the_name_that_stays():
    event = begun(start=False)
    anna = a_player("anna")
    ann = event.entrant("ann")
    ann.player.identities.all().delete()
    players_merge(ann.player, anna, by=None, reason="one person")
    assert entrant_enter(event.tournament, anna, by=event.by) == ann
    assert event.tournament.entrants.count() == 4


def test_standings_and_open_tables_follow_the_one_who_stays_and_the_undo():
    event = begun()
    event.next_round()
    event.result("ann, cid")
    anna = a_player("anna")
    ann = event.entrant("ann")
    ann.player.identities.all().delete()
    row = players_merge(ann.player, anna, by=None, reason="one person")
    assert event.ranking()[0] == (1, "ann", "1")
    assert event.board().player(ann.pk) == anna
    event.result("bob, dot")
    event.next_round("ann bob", "cid dot")
    event.result("ann, bob")
    merge_undo(row, by=None, reason="two people")
    tables_follow()
    assert event.ranking()[0] == (1, "ann", "2")


def test_the_command_tells_and_asks_for_the_same():
    event = begun()
    a_league()
    a_user("sara")
    slugs = [event.entrant(name).player.slug for name in ("ann", "bob")]
    event.entrant("ann").player.identities.all().delete()
    out = io.StringIO()
    with pytest.raises(CommandError, match="Both entered a tournament"):
        call_command("merge_players", *slugs, "--reason", "one", stdout=out)
    assert "BLOCKED unless --two-entrants: both entered tournament alhambra-dautunno, 0 tables" in out.getvalue()
    call_command("merge_players", *slugs, "--reason", "one", "--two-entrants", stdout=out)
    assert "Merged." in out.getvalue()
