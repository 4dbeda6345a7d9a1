"""Two players who are one person: merged, and taken apart again exactly, whatever happened in between."""

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import AuditEntry, Identity, Match, Merge, Name, Player, Seat
from games.selectors.merging import seen_of
from games.selectors.players import candidates, formerly, players_list
from games.services.errors import PersonRefused
from games.services.merges import merge_undo, players_merge, seats_after
from games.services.players import Seen, player_provisional, players_for
from games.services.results import Result, SeatResult, match_find_or_create
from tests.factories import NOON, a_match, a_player, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def livio():
    """livio_lupo with a number, and livio_lupo1 typed by hand; each has a match with gufetta."""
    livio, other = a_player("livio_lupo"), player_provisional("livio_lupo1", at=NOON)
    a_match("livio_lupo", "gufetta")
    a_match("gufetta", "livio_lupo1", ended_at=NOON + timedelta(1))
    return livio, other


def merged(source, target, **more):
    return players_merge(source, target, by=None, reason="one person", **more)


def state():
    """Everything that a merge can touch."""
    return {
        "players": list(Player.objects.order_by("pk").values("pk", "name", "slug", "state", "merged_into", "user")),
        "seats": list(Seat.objects.order_by("pk").values()),
        "names": list(Name.objects.order_by("pk").values()),
        "identities": list(Identity.objects.order_by("pk").values()),
    }


def test_a_merge_moves_results_and_names_and_an_undo_restores_exactly(livio):
    livio, other = livio
    before = state()
    merge = merged(other, livio)
    assert Seat.objects.filter(player=livio).count() == 2
    assert {seat.recorded_for for seat in livio.seats.all()} == {livio, other}
    assert {name.text for name in livio.names.all()} == {"livio_lupo", "livio_lupo1"}
    merge_undo(merge, by=None, reason="no")
    assert state() == before


def test_after_a_merge_the_old_name_gives_the_kept_player_and_no_list_has_a_ghost(livio):
    livio, other = livio
    merged(other, livio)
    assert [player.pk for player in players_list("livio_lupo1")] == [livio.pk]
    assert candidates("livio_lupo1").exact == [livio]
    assert other.pk not in {player.pk for player in players_list()}
    assert players_for([Seen("livio_lupo1")], at=NOON, source="log") == [livio]


def test_a_merge_is_one_entry_and_the_matches_keep_their_versions(livio):
    livio, other = livio
    versions = dict(Match.objects.values_list("pk", "version"))
    before = AuditEntry.objects.count()
    merge = merged(other, livio)
    assert AuditEntry.objects.count() == before + 1
    merge_undo(merge, by=None, reason="no")
    assert list(AuditEntry.objects.filter(kind="merge").order_by("version").values_list("act", "version")) == [
        ("player.merged", 1),
        ("player.unmerged", 2),
    ]
    assert dict(Match.objects.values_list("pk", "version")) == versions


def test_players_who_sat_at_one_table_are_two_people(livio):
    livio, other = livio
    match = a_match("livio_lupo", "livio_lupo1", ended_at=NOON + timedelta(2))
    with pytest.raises(PersonRefused) as refused:
        merged(other, livio, two_accounts=True)
    assert (refused.value.code, refused.value.facts["matches"]) == ("together", [match.slug])
    assert not Merge.objects.exists()


def test_two_numbers_on_one_platform_are_merged_only_expressly():
    one, other = a_player("ada"), a_player("ada2")
    with pytest.raises(PersonRefused) as refused:
        merged(other, one)
    assert refused.value.code == "two_ids"
    merged(other, one, two_accounts=True)
    assert one.identities.count() == 2


@pytest.mark.parametrize(
    ("reason", "seen", "code"),
    [("", "", "reason_missing"), ("x" * 1001, "", "reason_too_long"), ("x", "another", "changed")],
)
def test_a_merge_without_a_good_reason_or_at_another_sight_is_refused(livio, reason, seen, code):
    livio, other = livio
    with pytest.raises(PersonRefused) as refused:
        players_merge(other, livio, by=None, reason=reason, seen=seen)
    assert refused.value.code == code
    assert not Merge.objects.exists()


def test_what_was_seen_changes_with_every_new_match(livio):
    livio, other = livio
    seen = seen_of(other, livio)
    assert seen == seen_of(other, livio)
    a_match("livio_lupo", "gufetta", ended_at=NOON + timedelta(3))
    assert seen != seen_of(other, livio)


def test_nobody_is_merged_with_himself_twice_or_after_he_is_gone(livio):
    livio, other = livio
    for source, target, code in ((livio, livio, "same_player"), (other, livio, ""), (other, livio, "merged")):
        if code:
            with pytest.raises(PersonRefused) as refused:
                merged(source, target)
            assert refused.value.code == code
        else:
            merged(source, target)


def test_an_undo_happens_once(livio):
    livio, other = livio
    merge = merge_undo(merged(other, livio), by=None, reason="no")
    with pytest.raises(PersonRefused) as refused:
        merge_undo(merge, by=None, reason="no")
    assert refused.value.code == "undone"


def test_matches_entered_later_under_the_old_name_are_for_a_choice(livio):
    livio, other = livio
    merge = merged(other, livio)
    goes = a_late_match("livio_lupo1", days=4)
    stays = a_late_match("livio_lupo1", days=5)
    own = a_late_match("livio_lupo", days=6)
    assert {seat.match for seat in seats_after(merge)} == {goes, stays}
    merge_undo(merge, by=None, reason="no", stay=[stays])
    players = {match: match.seats.get(number=0).player for match in (goes, stays, own)}
    assert players == {goes: other, stays: livio, own: livio}


def a_late_match(name, days):
    [player, gufetta] = players_for([Seen(name), Seen("gufetta")], at=NOON, source="log")
    seats = (SeatResult(Seen(name), 1), SeatResult(Seen("gufetta"), 2))
    result = Result("alhambra", seats, ended_at=NOON + timedelta(days), source="log")
    return match_find_or_create(result, by=None, players=[player, gufetta]).match


def test_a_number_seen_after_a_merge_goes_back_with_whom_it_belongs_to():
    one, other = a_player("ada"), a_player("bea")
    number = other.identities.get().platform_id
    merge = merged(other, one, two_accounts=True)
    [found] = players_for([Seen("bea_new", "bga", number)], at=NOON + timedelta(1), source="log")
    assert found == one
    merge_undo(merge, by=None, reason="no")
    assert {name.text for name in Player.objects.get(pk=other.pk).names.all()} == {"bea", "bea_new"}


def test_an_account_goes_with_its_player_and_comes_back(livio):
    livio, other = livio
    other.user = a_user("livio")
    other.save()
    merge = merged(Player.objects.get(pk=other.pk), livio)
    assert Player.objects.get(pk=livio.pk).user == other.user
    merge_undo(merge, by=None, reason="no")
    assert Player.objects.get(pk=other.pk).user == other.user
    assert Player.objects.get(pk=livio.pk).user is None


def test_a_provisional_player_is_identified_as_long_as_he_is_one_with_a_number(livio):
    livio, other = livio
    merge = merged(livio, other)
    assert Player.objects.get(pk=other.pk).state == "identified"
    merge_undo(merge, by=None, reason="no")
    assert Player.objects.get(pk=other.pk).state == "provisional"


NAMES = ("ada", "bea", "cleo", "dora")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("merge"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
        st.tuples(st.just("undo"), st.integers(0, 9), st.just("")),
        st.tuples(st.just("match"), st.sampled_from(NAMES), st.just("")),
    ),
    max_size=14,
)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_any_sequence_of_merges_and_undos_leaves_what_a_naive_model_says(db, steps):
    check_sequence(steps)


@pytest.mark.night
@settings(max_examples=1000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_any_long_sequence_of_merges_and_undos_leaves_what_a_naive_model_says(db, steps):
    check_sequence(steps)


def check_sequence(steps):
    """Naive: who is one with whom is a list of links, and everything belongs to the end of its bearer's chain."""
    with transaction.atomic():
        run_sequence(steps)
        transaction.set_rollback(True)


def run_sequence(steps):
    players = {name: a_player(name) for name in NAMES}
    a_player("zoe")
    links: dict[str, str] = {}
    merges: list[tuple[Merge, str]] = []
    bearers: dict[int, str] = {}

    def end_of(name):
        return end_of(links[name]) if name in links else name

    for day, (act, what, target) in enumerate(steps):
        if act == "match":
            number = Identity.objects.get(recorded_for=players[what]).platform_id
            seen = (Seen(what, "bga", number), Seen("zoe"))
            result = Result(
                "alhambra", tuple(SeatResult(one, 1) for one in seen), ended_at=NOON + timedelta(day), source="log"
            )
            bearers[match_find_or_create(result, by=None).match.seats.get(number=0).pk] = what
        elif act == "merge":
            source, into = Player.objects.get(name=what), Player.objects.get(name=target)
            if what == target or what in links or target in links:
                with pytest.raises(PersonRefused):
                    merged(source, into, two_accounts=True)
            else:
                merges.append((merged(source, into, two_accounts=True), what))
                links[what] = target
        elif merges:
            merge, source = merges.pop(what % len(merges))
            merge_undo(merge, by=None, reason="no")
            del links[source]
    owner = {name: players[end_of(name)].pk for name in NAMES}
    assert {seat.pk: seat.player_id for seat in Seat.objects.filter(pk__in=bearers)} == {
        pk: owner[name] for pk, name in bearers.items()
    }
    for model in (Name, Identity):
        for row in model.objects.exclude(player__name="zoe").select_related("recorded_for"):
            assert row.player_id == owner[row.recorded_for.name]
    for name in NAMES:
        player = Player.objects.get(pk=players[name].pk)
        assert player.name == name
        assert player.state == ("merged" if name in links else "identified")
        assert {one.name for one in formerly(player)} == {
            other for other in NAMES if other != name and name in chain_of(links, other)
        }


def chain_of(links, name):
    chain = []
    while name in links:
        name = links[name]
        chain.append(name)
    return chain
