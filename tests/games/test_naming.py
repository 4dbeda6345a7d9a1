"""Names said by people: changed, hidden, given an id."""

import pytest

from games.models import AuditEntry, OldAddress, Player
from games.selectors.players import players_list
from games.services.errors import PersonRefused
from games.services.naming import identity_add, name_hide, player_rename
from games.services.players import Seen, initials, player_provisional, players_for
from tests.factories import NOON, a_player

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def code_of(act):
    with pytest.raises(PersonRefused) as refused:
        act()
    return refused.value.code


def test_a_changed_name_keeps_the_old_one_as_a_way_to_the_player():
    player = player_rename(a_player("ada"), "Ada Bianchi", by=None)
    assert player.name == "Ada Bianchi"
    assert [one.pk for one in players_list("ada")] == [player.pk]
    assert AuditEntry.objects.get(act="player.renamed").facts.keys() == {"name"}


@pytest.mark.parametrize(
    ("name", "code"), [("", "name_missing"), ("\u202e", "name_missing"), ("x" * 65, "name_too_long")]
)
def test_a_name_that_cannot_be_is_refused(name, code):
    assert code_of(lambda: player_rename(a_player("ada"), name, by=None)) == code


def test_after_an_id_is_given_a_player_is_identified_and_nobody_else_gets_it():
    player = identity_add(player_provisional("ada", at=NOON), "bga", "91000001", by=None)
    assert not player.is_provisional
    identity_add(player, "bga", "91000001", by=None)
    other = player_provisional("bea", at=NOON)
    assert code_of(lambda: identity_add(other, "BGA ", "91000001", by=None)) == "taken"
    assert code_of(lambda: identity_add(other, "bga", "9 1", by=None)) == "platform"


def test_a_hidden_name_is_initials_to_the_public_everywhere_and_comes_back():
    player = name_hide(a_player("nuno_mar"), hidden=True, by=None)
    stored = Player.objects.get(pk=player.pk)
    assert (stored.name, stored.known_as, stored.slug) == ("N. M.", "nuno_mar", "n-m")
    assert OldAddress.objects.filter(digest=OldAddress.digest_of("nuno_mar"), player=player).exists()
    assert not players_list("nuno")
    assert [one.pk for one in players_list("nuno", member=True)] == [player.pk]
    number = stored.identities.get().platform_id
    players_for([Seen("nuno_new", "bga", number)], at=NOON.replace(year=2027), source="record")
    stored.refresh_from_db()
    assert (stored.name, stored.full_name) == ("N. N.", "nuno_new")
    assert name_hide(stored, hidden=False, by=None).name == "nuno_new"


def test_initials_are_of_whatever_a_name_is_made_of():
    assert [initials(name) for name in ("nuno_mar", "gufetta", "Ada de la Cruz X", "★", "北京")] == [
        "N. M.",
        "G.",
        "A. D. L. C.",
        "?.",
        "北.",
    ]
