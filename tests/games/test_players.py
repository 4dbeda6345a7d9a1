"""Players by their number on the platform; names change, never decide against a number, and never by likeness."""

from datetime import timedelta

import pytest

from games.models import AuditEntry, Identity, Name, Player, User
from games.models.player import fold
from games.services.players import Seen, player_by_name, player_provisional, players_for
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from tests.factories import NOON, a_player, a_user
from tests.logs import a_record

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def seen(*people, at=NOON, source="log", by=None):
    told = [Seen(name, "bga" if number else "", number) for name, number in people]
    return players_for(told, at=at, source=source, by=by)


def test_a_number_finds_the_player_whatever_the_name():
    [before] = seen(("adamanta", "91000001"))
    [after] = seen(("Ada", "91000001"), at=NOON + timedelta(1), source="record")
    assert after.pk == before.pk
    assert Player.objects.get().name == "Ada"
    assert not after.is_provisional


def test_the_newest_name_by_the_logs_time_is_shown_whatever_came_in_first():
    seen(("Ada", "91000001"), at=NOON, source="record")
    seen(("adamanta", "91000001"), at=NOON - timedelta(30), source="record")
    assert Player.objects.get().name == "Ada"
    assert [(name.text, name.first_seen) for name in Name.objects.order_by("first_seen")] == [
        ("adamanta", NOON - timedelta(30)),
        ("Ada", NOON),
    ]


def shown_after(later, by, source="log"):
    """The name shown for a player "adamanta" whose number bears the name `later` in a file that `by` brings."""
    seen(("adamanta", "91000001"))
    a_player("bice", a_user("bice"))
    seats = [("bice", Identity.objects.get(player__name="bice").platform_id), (later, "91000001")]
    seen(*seats, at=NOON + timedelta(1), source=source, by=User.objects.get(email=f"{by}@example.org"))
    assert Name.objects.filter(text=later).exists()
    return Player.objects.get(identities__platform_id="91000001").name


@pytest.mark.parametrize(("by", "shown"), [("bice", "Ada"), ("zoe", "Ada"), ("charlie", "adamanta")])
def test_the_name_shown_follows_who_sat_at_the_table_or_an_admin_and_no_stranger(by, shown):
    a_user("charlie")
    a_user("zoe", is_superuser=True)
    assert shown_after("Ada", by) == shown


@pytest.mark.parametrize("source", ["log", "record"])
def test_the_name_of_a_player_with_an_account_stays(source):
    [ada] = seen(("adamanta", "91000001"))
    ada.user = a_user("ada")
    ada.save()
    assert shown_after("=1+1", "bice", source) == "adamanta"


def test_a_log_that_a_stranger_uploads_renames_nobody():
    """The players of the record are known by their numbers, and its names are edited."""
    raw = a_record(71001)
    submission_create(raw, name="genuine.json", uploader=a_user("bice"))
    submission_create(raw.replace(b'"ada"', b'"=1+1"'), name="edited.json", uploader=a_user("charlie"))
    while verifications_run():
        pass
    assert Name.objects.filter(text="=1+1").exists()
    assert not Player.objects.filter(name="=1+1").exists()


def test_a_name_seen_again_and_again_knows_its_first_and_last_day():
    for days in (3, 0, 7):
        seen(("Ada", "91000001"), at=NOON + timedelta(days))
    name = Name.objects.get()
    assert (name.first_seen, name.last_seen) == (NOON, NOON + timedelta(7))


def test_a_name_taken_over_by_somebody_else_leaves_the_old_results_where_they_are():
    [first] = seen(("A", "1"))
    seen(("A2", "1"), at=NOON + timedelta(1))
    [second] = seen(("A", "2"), at=NOON + timedelta(2))
    assert first.pk != second.pk
    assert Player.objects.filter(names__folded="a").count() == 2


def test_the_same_number_on_another_platform_is_another_player():
    players_for([Seen("ada", "bga", "1")], at=NOON, source="log")
    players_for([Seen("ada", "other", "1")], at=NOON, source="log")
    assert Player.objects.count() == 2


def test_a_bare_name_is_the_one_player_ever_seen_under_it():
    [known] = seen(("José_Màrio", "91000001"))
    [found] = seen(("jose_mario", None))
    assert found.pk == known.pk


def test_a_bare_name_is_nobody_by_likeness():
    seen(("livio_lupo", "91000012"))
    [other] = seen(("livio_lupo1", None))
    assert other.is_provisional
    assert Player.objects.count() == 2


def test_a_bare_name_that_two_players_bore_is_neither():
    seen(("ada", "1"), ("ada", "2"))
    [third] = seen(("ada", None))
    assert third.is_provisional
    assert Player.objects.count() == 3


def test_an_id_seen_for_the_first_time_identifies_the_provisional_player_of_that_name():
    typed = player_provisional("Zia Pina", at=NOON)
    [found] = seen(("zia pina", "91000020"))
    assert found.pk == typed.pk
    assert not found.is_provisional
    assert AuditEntry.objects.get(act="player.identified").target_id == typed.pk
    assert [player.pk for player in seen(("other name", "91000020"), ("zia pina", None))] == [typed.pk, typed.pk]


def test_an_id_seen_for_the_first_time_is_nobody_elses():
    player_provisional("livio_lupo1", at=NOON)
    [known] = seen(("ada", "1"))
    one, other = seen(("livio_lupo", "2"), ("ada", "3"))
    assert known.pk not in (one.pk, other.pk)
    assert Player.objects.count() == 4
    player_provisional("mia", at=NOON)
    first, second = seen(("mia", "4"), ("mia", "5"))
    assert first.pk != second.pk


def test_players_come_back_in_the_order_asked_for():
    names = ["zeno", "ada", "mia"]
    assert [player.name for player in seen(*((name, str(n)) for n, name in enumerate(names, 1)))] == names


def test_players_with_one_name_get_pages_of_their_own():
    seen(("ada", "1"), ("Ada", "2"), ("ÀDA", "3"))
    assert sorted(Player.objects.values_list("slug", flat=True)) == ["ada", "ada-2", "ada-3"]


def test_a_name_without_letters_gets_a_page_all_the_same():
    seen(("北京", "1"), ("★", "2"))
    assert sorted(Player.objects.values_list("slug", flat=True)) == ["player", "player-2"]


def test_a_player_known_by_a_number_alone_is_called_by_it():
    [player] = seen(("", "91000001"))
    assert player.name == "bga 91000001"


def test_seeing_the_same_people_again_writes_nothing(django_assert_num_queries):
    seen(("ada", "1"), ("bea", "2"))
    with django_assert_num_queries(2):
        seen(("ada", "1"), ("bea", "2"))


def test_a_typed_name_makes_a_provisional_player_with_no_number():
    player = player_provisional("Zia Pina", at=NOON)
    assert player.is_provisional
    assert player.names.get().source == "typed"
    assert not Identity.objects.exists()


@pytest.mark.parametrize(("one", "other"), [("Ada", "ada"), ("ÉCOLE", "école"), ("Straße", "STRASSE"), (" x", "x ")])
def test_names_compare_without_case_accents_and_outer_spaces(one, other):
    assert fold(one) == fold(other)


def test_different_names_stay_different():
    assert len({fold(name) for name in ("ada", "ada1", "a da", "adà2")}) == 4


def test_a_sign_that_unfolds_to_a_whole_phrase_is_a_name_like_any_other():
    player = player_provisional("\ufdfa" * 64, at=NOON)
    assert player.names.get().folded == fold(player.name)
    assert player_by_name(player.name) == player
