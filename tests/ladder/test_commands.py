"""The keeper's commands: what they do, what they refuse, that a dry run does nothing and a second run nothing more."""

from io import StringIO

import pytest
from django.core.management import BaseCommand, CommandError, call_command, get_commands, load_command_class
from django.db.models import F

from games import storage
from games.models import AuditEntry, Match, Seat, Submission, User, Verification
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.models import Community, Ladder, Role
from ladder.scoring.rules import Rules
from tests.factories import a_league, a_match, a_user
from tests.logs import a_record
from tests.tournaments.events import TWO, Event
from tournaments.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SETUP = ("setup_community", "--name=Torre", "--language=it", "--time-zone=Europe/Rome", "--admin=Zoe@example.org")
PASSWORD = "--password=four walls and a tower"


def run(*arguments):
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_a_community_is_named_and_has_an_admin_who_can_log_in(client):
    run(*SETUP, PASSWORD)
    assert Community.objects.get().name == "Torre"
    assert User.objects.get().is_superuser
    assert client.login(email="zoe@example.org", password="four walls and a tower")
    assert client.get("/").status_code == 200


def test_setting_up_again_changes_nothing(client):
    run(*SETUP, PASSWORD)
    before = AuditEntry.objects.count()
    run(*SETUP)
    assert User.objects.count() == Community.objects.count() == 1
    assert AuditEntry.objects.count() == before


def test_a_new_name_shows_at_once(client):
    run(*SETUP, PASSWORD)
    client.get("/")
    call_command("setup_community", "--name=Faro", *SETUP[2:])
    assert Community.objects.get().name == "Faro"


@pytest.mark.parametrize("password", ["short", "password1234"])
def test_a_weak_password_is_refused_and_nothing_is_done(password):
    with pytest.raises(CommandError):
        run(*SETUP, f"--password={password}")
    assert not User.objects.exists()
    assert not Community.objects.exists()


def test_an_unknown_time_zone_is_refused():
    with pytest.raises(CommandError):
        run("setup_community", "--name=T", "--language=it", "--time-zone=Rome", "--admin=z@example.org", PASSWORD)
    assert not Community.objects.exists()


def test_a_league_is_created_once_with_its_manager():
    a_user("sara")
    for _again in range(2):
        said = run("create_league", "torre", "Lega Torre", "--manager=sara@example.org", "--as=sara@example.org")
    ladder = Ladder.objects.get()
    assert (ladder.name, ladder.rules.get().version) == ("Lega Torre", 1)
    assert Role.objects.get().kind == "manager"
    assert AuditEntry.objects.get(act="ladder.created").actor.email == "sara@example.org"
    assert "two managers" in said


def test_a_dry_run_creates_nothing():
    assert "nothing was changed" in run("create_league", "torre", "Lega Torre", "--dry-run")
    assert not Ladder.objects.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--game=chess",),
        ("--time-zone=Rome",),
        ("--manager=nobody@example.org",),
        ("--params={",),
        ('--params={"minimun": 1}',),
        ("--as=nobody@example.org",),
    ],
)
def test_a_league_that_cannot_be_is_refused(arguments):
    with pytest.raises(CommandError):
        run("create_league", "torre", "Lega Torre", *arguments)
    assert not Ladder.objects.exists()


def test_a_league_may_have_other_parameters_and_games():
    run("create_league", "torre", "Lega Torre", '--params={"minimum": 1}', "--game=alhambra")
    ladder = Ladder.objects.get()
    assert ladder.rules.get().rules == Rules(minimum=1)
    assert [game.key for game in ladder.games.all()] == ["alhambra"]


def test_a_league_may_take_results_for_longer_and_keep_its_logs_to_itself():
    run("create_league", "torre", "Lega Torre", "--grace-days=0", "--silence-hours=24", "--private-logs")
    ladder = Ladder.objects.get()
    assert (ladder.grace_days, ladder.silence_hours, ladder.logs_public) == (0, 24, False)
    with pytest.raises(CommandError) as refused:
        run("create_league", "altra", "Altra", "--grace-days=366")
    assert refused.value.returncode == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [("rules.json", '{"minimum": 2}'), ("rules.toml", 'minimum = 2\n[scheme]\ntype = "place_points"\n')],
)
def test_the_first_rules_may_come_from_a_file(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    run("create_league", "torre", "Lega Torre", f"--rules={tmp_path / name}")
    assert Ladder.objects.get().rules.get().rules == Rules(minimum=2)


@pytest.mark.parametrize("text", ["[]", "{", '{"scheme": {"type": "chess"}}', '{"minimum": -1}'])
def test_a_file_that_holds_no_rules_is_refused(tmp_path, text):
    (tmp_path / "rules.json").write_text(text)
    for file in ("rules.json", "nothing.json"):
        with pytest.raises(CommandError, match="--rules"):
            run("create_league", "torre", "Lega Torre", f"--rules={tmp_path / file}")
    assert not Ladder.objects.exists()


def test_roles_are_granted_by_name():
    a_league()
    vito = a_user("vito")
    run("grant_role", "arbiter", "vito@example.org", "--league=torre")
    assert vito.roles.get().kind == "arbiter"
    run("grant_role", "admin", "vito@example.org")
    vito.refresh_from_db()
    assert vito.is_superuser


def test_the_history_names_nobody_who_could_not_have_granted_it():
    torre = a_league()
    vito, sara = a_user("vito"), a_user("sara")
    for role in (("arbiter", "--league=torre"), ("admin",)):
        with pytest.raises(CommandError, match="may not grant"):
            run("grant_role", role[0], vito.email, *role[1:], f"--as={sara.email}")
    run("grant_role", "manager", sara.email, "--league=torre")
    run("grant_role", "arbiter", vito.email, "--league=torre", f"--as={sara.email}")
    assert torre.roles.filter(user=vito).exists()
    with pytest.raises(CommandError, match="may not grant"):
        run("grant_role", "admin", sara.email, f"--as={sara.email}")


@pytest.mark.parametrize("arguments", [("admin", "--league=torre"), ("manager",), ("manager", "--league=other")])
def test_a_role_needs_its_league(arguments):
    a_league()
    a_user("vito")
    role, *rest = arguments
    with pytest.raises(CommandError):
        run("grant_role", role, "vito@example.org", *rest)


def test_a_round_is_paired_as_on_the_desk_with_dice_that_anybody_may_throw_again():
    event = Event("Ada Bea Cleo Dora Eva Fay Gaia".split(), TWO)
    slug = event.tournament.slug
    seeded = run("pair_round", slug, "--seed=7", "--dry-run")
    assert not Round.objects.exists()
    drafts = [run("pair_round", slug, f"--seed={seed}") for seed in ("7", "", "7")]
    assert drafts[0] == drafts[2] == seeded.removesuffix("Dry run: nothing was changed.\n")
    assert drafts[0].splitlines()[0] == "Round 1: draft"
    assert drafts[0].count("\n") == 5
    assert Round.objects.get().lot.endswith("/7")
    run("pair_round", slug, "--publish", f"--as={event.by.email}")
    assert Round.objects.get().state == "published"
    for arguments in [(slug,), ("nothing",), (slug, "--seed=" + "7" * 21)]:
        with pytest.raises(CommandError):
            run("pair_round", *arguments)


def test_a_round_is_paired_by_nobody_who_does_not_direct_it():
    event = Event(["Ada", "Bea"], TWO)
    with pytest.raises(CommandError, match="direct"):
        run("pair_round", event.tournament.slug, f"--as={a_user('carlo').email}")
    assert not Round.objects.exists()


def doctor_says():
    """What the doctor prints, and whether it found something broken."""
    out = StringIO()
    try:
        call_command("doctor", stdout=out)
    except CommandError:
        return out.getvalue(), True
    return out.getvalue(), False


def test_the_doctor_finds_a_sound_site_sound_and_warns():
    ladder = a_league()
    submission_create(a_record(1), uploader=a_user("alice"))
    verifications_run()
    said, is_broken = doctor_says()
    assert not is_broken
    assert "league torre: no manager" in said
    Role.objects.create(user=a_user("sara"), ladder=ladder, kind="manager")
    assert "league torre: only one manager" in doctor_says()[0]


def break_seats():
    Seat.objects.filter(number=1).update(place=7)


def break_audit():
    Match.objects.update(version=F("version") + 1)


def break_file():
    storage.path_of(Submission.objects.get().sha256).write_bytes(b"another content")


def lose_file():
    storage.path_of(Submission.objects.get().sha256).unlink()


def add_file():
    path = storage.path_of("a" * 64)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"nobody's")


def lose_verification():
    Verification.objects.all().delete()


@pytest.mark.parametrize(
    ("damage", "name"),
    [
        (break_seats, "I3 seated well"),
        (break_audit, "I7 noted once"),
        (break_file, "I8 kept well"),
        (lose_file, "I8 kept well"),
        (add_file, "I8 kept well"),
        (lose_verification, "I1 judged once"),
    ],
)
def test_the_doctor_names_what_is_broken_with_its_rows(damage, name):
    submission_create(a_record(1), uploader=a_user("alice"))
    verifications_run()
    damage()
    said, is_broken = doctor_says()
    assert is_broken
    [line] = [line for line in said.splitlines() if "BROKEN" in line]
    assert line.startswith(name)
    assert said.splitlines()[said.splitlines().index(line) + 1].startswith("    ")


def test_a_match_with_one_seat_is_broken():
    a_match("ada", "bea")
    Seat.objects.filter(number=1).delete()
    assert doctor_says()[1]


def judged(*tables):
    for table in tables:
        submission_create(a_record(table), uploader=User.objects.first() or a_user("alice"))
    verifications_run()
    Verification.objects.update(revision=0)


def test_logs_of_an_older_revision_are_judged_again_and_nothing_is_stored_without_being_told():
    judged(1, 2)
    said = run("reverify", "--game=alhambra")
    assert "2 logs judged" in said
    assert "0 come out otherwise" in said
    assert Verification.objects.count() == 2


def test_new_judgements_are_stored_beside_the_old_ones_and_change_no_match():
    judged(1, 2)
    versions = list(Match.objects.values_list("pk", "version"))
    tried = run("reverify", "--game=alhambra", "--apply", "--dry-run", "--as=" + a_user("vito").email)
    assert "0 judgements stored" in tried
    assert tried.endswith("Dry run: nothing was changed.\n")
    with pytest.raises(CommandError, match="no account"):
        run("reverify", "--game=alhambra", "--apply", "--as=nobody@torre.example")
    assert "2 judgements stored" in run("reverify", "--game=alhambra", "--apply")
    assert sorted(Verification.objects.values_list("revision", "verdict")) == [
        (0, "verified"),
        (0, "verified"),
        (1, "verified"),
        (1, "verified"),
    ]
    assert list(Match.objects.values_list("pk", "version")) == versions
    assert "0 logs judged" in run("reverify", "--game=alhambra", "--apply")


def test_a_flip_on_a_counted_match_is_proposed_and_not_applied():
    judged(1)
    Verification.objects.update(verdict="refused", code="illegal.underpaid", ranks=None)
    for arguments in ((), ("--apply",)):
        said = run("reverify", "--game=alhambra", *arguments)
        assert "[proposed only]" in said
        assert "1 come out otherwise, 1 of them on counted matches. 0 judgements stored" in said
    assert Verification.objects.get().verdict == "refused"


def test_a_flip_on_a_match_that_does_not_count_is_applied():
    judged(1)
    Verification.objects.update(verdict="refused", code="illegal.underpaid", ranks=None)
    Match.objects.update(state="submitted")
    assert "1 judgements stored" in run("reverify", "--game=alhambra", "--apply")
    assert Match.objects.get().state == "verified"


OURS = sorted(name for name, app in get_commands().items() if app in ("games", "tournaments", "ladder"))


@pytest.mark.parametrize("name", OURS)
def test_no_command_hides_what_django_calls_on_it(name):
    ours = {"help", "execute", "add_arguments", "handle", "requires_system_checks", "stealth_options"}
    command = load_command_class(get_commands()[name], name)
    own = {key for each in type(command).__mro__ if not each.__module__.startswith("django.") for key in vars(each)}
    hidden = {key for key in own & set(dir(BaseCommand)) if not key.startswith("__")}
    assert hidden <= ours
