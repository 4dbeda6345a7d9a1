"""Near names offered at entry, and players who may be one person."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from games.models.player import fold, near_key
from games.selectors.duplicates import duplicates, near_pairs
from games.selectors.players import candidates, is_near
from games.services.naming import different_people, duplicate_report, player_rename
from games.services.players import player_provisional
from tests.factories import NOON, a_match, a_player, a_user

NAMES = st.text(alphabet="ab1_", min_size=1, max_size=5)


@given(st.lists(NAMES, max_size=8, unique=True))
def test_near_pairs_are_just_the_pairs_that_are_near(names):
    found = {frozenset(pair[:2]) for pair in near_pairs((name, at) for at, name in enumerate(names))}
    wanted = {
        frozenset((one, other))
        for one in range(len(names))
        for other in range(one)
        if near_key(names[one]) == near_key(names[other]) or Levenshtein.distance(names[one], names[other]) <= 1
    }
    assert found == wanted


@pytest.mark.django_db
@pytest.mark.sqlite
class TestCandidates:
    @pytest.mark.parametrize(
        "typed", ["livio_lupo1", "livio_lup", "livio_lupoo", "Livio.Lupo", "liviolupo", "kivio_lupo"]
    )
    def test_near_ones_are_offered_where_nobody_has_the_name(self, typed):
        livio = a_player("livio_lupo")
        found = candidates(typed)
        assert (found.exact, found.near) == ([], [livio])

    @pytest.mark.parametrize("typed", ["LIVIO_LUPO", " livio_lupo ", "Lívio_Lupo"])
    def test_case_accents_and_outer_spaces_are_no_difference(self, typed):
        livio = a_player("livio_lupo")
        assert candidates(typed).exact == [livio]

    @pytest.mark.parametrize("typed", ["livio", "lupo_livio", "livio_lupo_due", "x"])
    def test_what_is_farther_is_not_offered(self, typed):
        a_player("livio_lupo")
        assert candidates(typed).near == []

    def test_at_most_five_are_offered_the_nearest_first(self):
        for name in ("ada1", "ada22", "ada333", "ada4444", "ada55555", "ada666666"):
            a_player(name)
        assert [player.name for player in candidates("ada").near] == ["ada1", "ada22", "ada333", "ada4444", "ada55555"]

    def test_a_player_with_two_near_names_is_offered_once(self):
        player = player_rename(a_player("adal"), "adam", by=None)
        assert candidates("ada").near == [player]


def test_is_near_knows_one_edit_trailing_digits_and_punctuation():
    assert is_near(fold("livio_lupo"), fold("livio_lupo12"))
    assert is_near("a.b", "a-b")
    assert not is_near("ada", "bea")
    assert not is_near("1", "22")


@pytest.mark.django_db
@pytest.mark.sqlite
class TestDuplicates:
    def test_a_pair_has_a_score_and_its_reasons(self):
        livio, other = a_player("livio_lupo"), player_provisional("livio_lupo1", at=NOON)
        a_match("livio_lupo", "gufetta")
        a_match("livio_lupo1", "hugo", ended_at=NOON + timedelta(3))
        [found] = duplicates()
        assert (found.source, found.target) == (other, livio)
        assert found.reasons == ("digits", "never_met", "other_times")
        assert found.score == 60

    def test_who_sat_at_one_table_is_never_proposed(self):
        a_player("livio_lupo")
        a_player("livio_lupo1")
        a_match("livio_lupo", "livio_lupo1")
        assert duplicates() == []

    def test_two_people_never_come_back(self):
        one, other = a_player("livio_lupo"), a_player("livio_lupo1")
        assert len(duplicates()) == 1
        different_people(other, one, by=None)
        different_people(one, other, by=None)
        assert duplicates() == []

    def test_a_report_makes_a_pair_of_names_that_are_not_near(self):
        one, other = a_player("livio"), a_player("gufetta")
        duplicate_report(one, other, by=a_user("charlie"), words="I know them")
        duplicate_report(other, one, by=a_user("ann"))
        [found] = duplicates()
        assert found.reasons == ("reported",)
