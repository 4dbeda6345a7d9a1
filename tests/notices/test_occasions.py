"""Which occasions tell whom: matches, files, months, people, roles, imports, tournaments, and what the clock tells."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.models import Claim, Notice, NoticeAddress, NoticeDelivery, Player, User
from games.services import claims, naming
from games.services.error_reports import match_answer_report, match_report_error
from games.services.matches import match_restore, match_void
from games.services.notices import notice_send
from ladder.demo.months import OCTOBER, planned
from ladder.invariants import told_once
from ladder.models import Season
from ladder.selectors.seasons import season_get
from ladder.services import notice_sweep
from ladder.services.import_jobs import import_ask, import_work
from ladder.services.imports import import_start
from ladder.services.ladders import role_grant
from ladder.services.leaving import account_strip, person_anonymise
from ladder.services.months import month_close, month_revise
from ladder.services.people import players_merge
from ladder.services.person_export import person
from ladder.services.roles import role_revoke
from tests.factories import a_league, a_match, a_planned_match, a_player, a_user
from tests.tournaments.events import TWO, Event
from tournaments.services.drafts import round_pair
from tournaments.services.notices import check_in_remind, deadlines_tell, message_send
from tournaments.services.publishing import round_publish
from tournaments.services.results import round_extend
from tournaments.services.rounds import round_withdraw
from tournaments.services.tournaments import tournament_cancel
from tournaments.terms import StageTerms

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel("2026-11-06T10:00:00Z", tick=False) as clock:
        yield clock


def told(user: User, kind: str = "") -> list[str]:
    rows = Notice.objects.filter(user=user).order_by("pk")
    return [row.kind for row in rows if not kind or row.kind == kind]


def facts(user: User, kind: str) -> dict[str, Any]:
    return dict(Notice.objects.filter(user=user, kind=kind).latest("pk").facts)


@pytest.fixture
def october() -> Season:
    torre = a_league()
    for match in planned(OCTOBER):
        a_planned_match(match)
    found = season_get(torre, "2026-10")
    assert found is not None
    return found


def account_of(slug: str) -> User:
    user = a_user(slug, language="en")
    Player.objects.filter(slug=slug).update(user=user)
    return user


def test_a_closed_month_is_told_to_who_is_in_it_with_his_rank(october: Season) -> None:
    hugo, sara, tito = account_of("hugo_pt"), a_user("sara"), a_user("tito")
    role_grant(sara, "manager", ladder=october.ladder)
    role_grant(tito, "manager", ladder=october.ladder)
    month_close(october, by=tito, warned=True)
    assert told(hugo) == ["month.closed"]
    assert facts(hugo, "month.closed")["rank"] in range(1, 15)
    assert told(sara, "month.closed") == ["month.closed"]
    assert told(tito, "month.closed") == []


def test_a_revision_tells_those_whose_rank_it_changed(october: Season) -> None:
    people = {slug: account_of(slug) for slug in ("hugo_pt", "livio_lupo", "dado_storto", "adamanta")}
    sara = a_user("sara")
    role_grant(sara, "manager", ladder=october.ladder)
    month_close(october, by=sara, warned=True)
    match = Player.objects.get(slug="hugo_pt").seats.filter(match__ended_at__gte=october.start, place=1).first()
    assert match is not None
    from ladder.services.matches import match_void as struck

    struck(match.match, version=match.match.version, by=sara, reason="twice")
    october.refresh_from_db()
    month_revise(october, by=sara, reason="one match twice")
    moved = [user for user in people.values() if told(user, "rank.changed")]
    assert people["hugo_pt"] in moved
    said = facts(people["hugo_pt"], "rank.changed")
    assert said["rank"] != said["rank_before"]
    assert told(people["hugo_pt"], "month.revised") == ["month.revised"]
    assert told(people["hugo_pt"], "match.void") == ["match.void"]


def test_the_chat_of_many_gets_the_text_of_the_month(october: Season, settings: Any) -> None:
    settings.NOTICE_GROUPS = {"public": {"telegram": "@torre_it"}}
    month_close(october, by=None, warned=True)
    group = Notice.objects.get(group="public")
    assert "🏆" in group.facts["text"]
    assert NoticeDelivery.objects.get(notice=group).channel == "telegram"


def test_claims_are_told_to_who_is_concerned() -> None:
    ada, eva, sara = a_user("ada"), a_user("eva"), a_user("sara")
    player = a_player("ada", ada)
    claim = claims.claim_make(player, by=eva)
    assert told(ada) == ["claim.contested"]
    claims.claim_decline(claim, by=sara, reason="no")
    assert told(eva) == ["claim.declined"]
    claims.claim_accept(claims.claim_make(player, by=eva), by=sara)
    assert told(eva) == ["claim.declined", "claim.accepted"]
    Claim.objects.create(user=ada, player=player, state="open")
    claims.claim_accept(Claim.objects.get(user=ada), by=sara)
    assert told(eva)[-1] == "claim.ended"
    assert told(ada)[-1] == "claim.accepted"


def test_a_merge_and_a_new_name_are_told() -> None:
    ada, sara = a_user("ada"), a_user("sara", is_superuser=True)
    one, other = a_player("ada", ada), a_player("adamanta")
    naming.player_rename(one, "Ada L", by=sara)
    naming.player_rename(one, "Ada", by=ada)
    players_merge(one, other, by=sara, reason="one person", two_accounts=True)
    assert told(ada) == ["player.renamed", "player.merged"]
    assert facts(ada, "player.merged")["reason"] == "one person"


def test_who_said_that_two_are_one_hears_what_came_of_it() -> None:
    ada, bea, sara = a_user("ada"), a_user("bea"), a_user("sara", is_superuser=True)
    one, other, third = a_player("adamanta1", bea), a_player("adamanta"), a_player("adamanta2")
    for pair in ((one, other), (third, other)):
        naming.duplicate_report(*pair, by=ada)
    naming.duplicate_report(one, other, by=bea)
    naming.different_people(other, third, by=sara)
    naming.different_people(third, other, by=sara)
    players_merge(one, other, by=sara, reason="one person", two_accounts=True)
    assert told(ada) == ["duplicate.apart", "duplicate.merged"]
    assert told(bea) == ["player.merged"]


def test_roles_are_told_by_whoever_gives_them() -> None:
    torre, sara, tito = a_league(), a_user("sara"), a_user("tito")
    role_grant(sara, "manager", ladder=torre)
    role_grant(tito, "manager", ladder=torre, by=sara)
    role_revoke(tito, "manager", ladder=torre, by=sara)
    assert told(tito) == ["role.granted", "role.taken"]
    assert told(sara) == ["role.granted"]


def test_an_answer_reaches_who_reported() -> None:
    ada, sara = a_user("ada"), a_user("sara")
    match = a_match("bea", "cleo")
    match = match_report_error(match, version=match.version, by=ada, reason="wrong")
    match_answer_report(match, version=match.version, by=sara, reason="it is right")
    assert facts(ada, "report.answered")["reason"] == "it is right"


def test_who_reported_an_error_hears_that_the_match_was_changed_and_the_table_hears_it_once() -> None:
    ada, bea, sara = a_user("ada"), a_user("bea"), a_user("sara")
    a_player("bea", bea)
    match = a_match("bea", "cleo")
    for by in (ada, bea):
        match = match_report_error(match, version=match.version, by=by, reason="never played")
    match = match_void(match, version=match.version, by=sara, reason="it was a test")
    assert told(ada) == ["report.followed"]
    assert facts(ada, "report.followed")["reason"] == "it was a test"
    assert told(bea, "match.void") == ["match.void"]
    assert told(bea, "report.followed") == []
    match = match_restore(match, version=match.version, by=sara)
    match_void(match, version=match.version, by=sara, reason="again")
    assert told(ada) == ["report.followed"]


def test_an_import_is_told_once_to_who_asked_and_to_nobody_else() -> None:
    torre, sara, ada = a_league(), a_user("sara"), a_user("ada")
    role_grant(sara, "manager", ladder=torre)
    a_player("Ada", ada)
    sheet = "Gioco;Fine;Giocatore;Posto\n" + "".join(
        f"Alhambra;2026-05-{day} 21:00;{name};{place}\n" for day in (20, 21) for place, name in ((1, "Ada"), (2, "Bea"))
    )
    source, _is_new = import_start(torre, sheet.encode(), name="x.csv", by=sara)
    import_work(import_ask(source, "run", version=source.version, by=sara).pk)
    source.refresh_from_db()
    assert source.problem == {}
    assert told(sara, "import.done") == ["import.done"]
    assert told(ada) == []


NAMES = ["ann", "bob", "cid", "dot"]


def an_event() -> tuple[Event, dict[str, User]]:
    event = Event(NAMES, start=False)
    users = {}
    for name in NAMES:
        users[name] = a_user(name)
        Player.objects.filter(name=name).update(user=users[name])
    return event, users


def test_a_round_is_told_with_table_and_seat() -> None:
    event, users = an_event()
    event.start()
    assert told(users["ann"]) == ["check_in.open"]
    round_ = round_pair(event.stage(), version=event.stage().version, by=event.by)
    round_publish(round_, version=round_.version, by=event.by)
    said = facts(users["ann"], "round.published")
    assert said["table"] == 1
    assert sorted(said["people"]) == NAMES
    assert said["seat"] in (1, 2, 3, 4)
    assert "due_at" in said
    round_.refresh_from_db()
    round_extend(round_, version=round_.version, by=event.by)
    assert told(users["bob"])[-1] == "deadline.moved"
    round_.refresh_from_db()
    round_withdraw(round_, version=round_.version, by=event.by, reason="wrong lot")
    assert facts(users["bob"], "round.withdrawn")["reason"] == "wrong lot"


def test_a_deadline_is_told_at_half_time_48_and_12_hours_before_and_when_it_is_past(clock: Any) -> None:
    event, users = an_event()
    event.start()
    round_ = round_pair(event.stage(), version=event.stage().version, by=event.by)
    round_publish(round_, version=round_.version, by=event.by)
    round_.refresh_from_db()
    due, began = round_.deadline, round_.published_at
    assert due is not None
    assert began is not None
    reminded = []
    at = began
    while at < due:
        clock.move_to(at)
        new = deadlines_tell()
        assert new in (0, 4, 5), "the table, and with the last reminder the director"
        reminded += [at] if new else []
        assert deadlines_tell() == 0
        at += timedelta(hours=1)
    half = began + (due - began) / 2
    wanted = [half, due - timedelta(hours=48), due - timedelta(hours=12)]
    assert [timedelta(0) <= at - one < timedelta(hours=1) for at, one in zip(reminded, wanted, strict=True)] == [
        True
    ] * 3
    clock.move_to(due + timedelta(minutes=2))
    assert deadlines_tell() == 5
    assert told(event.by, "deadline.over") == ["deadline.over"]
    assert told(event.by, "deadline.round") == ["deadline.round"]
    assert facts(event.by, "deadline.round")["tables"] == 1
    assert told(users["ann"])[-4:] == ["deadline.near"] * 3 + ["deadline.over"]


def test_only_those_who_still_owe_a_result_are_reminded(clock: Any) -> None:
    event = Event(NAMES, TWO, [StageTerms(format="single", best_of=3)], start=False)
    users = {name: a_user(name) for name in NAMES}
    for name, user in users.items():
        Player.objects.filter(name=name).update(user=user)
    event.start()
    for told_ in ("ann, dot", "ann, dot", "bob, cid"):
        event.result(told_)
    final, half = event.board().rounds[-1].round, event.board().rounds[0].round
    assert half.deadline is not None
    assert final.deadline is not None
    clock.move_to(half.deadline - timedelta(hours=11))
    assert deadlines_tell() == 3, "a best of three that is not decided, and not the final that waits for somebody"
    assert told(event.by, "deadline.round") == ["deadline.round"]
    assert told(users["bob"], "deadline.near") == ["deadline.near"]
    assert told(users["ann"], "deadline.near") == []
    half.refresh_from_db()
    round_extend(half, version=half.version, by=event.by)
    assert deadlines_tell() == 0, "an extension begins its own time"
    event.result("cid, bob")
    event.result("cid, bob")
    clock.move_to(final.deadline - timedelta(days=3, hours=1))
    assert deadlines_tell() == 2, "half time of the last round of a bracket is half of its own days"


def test_the_director_writes_and_calls_off() -> None:
    event, users = an_event()
    assert check_in_remind(event.tournament, event.by) == 4
    assert check_in_remind(event.tournament, event.by) == 0
    assert message_send(event.tournament, " See you at eight ", by=event.by) == 4
    assert facts(users["cid"], "tournament.message")["words"] == "See you at eight"
    event.tournament.refresh_from_db()
    tournament_cancel(event.tournament, version=event.tournament.version, by=event.by, reason="storm")
    assert told(users["dot"])[-1] == "tournament.cancelled"


def test_a_month_that_ends_is_told_to_who_closes_it_and_who_must_confirm(october: Season, clock: Any) -> None:
    hugo, gufetta, sara = account_of("hugo_pt"), account_of("gufetta"), a_user("sara")
    role_grant(sara, "manager", ladder=october.ladder)
    a_match("hugo_pt", "gufetta", state="submitted", ended_at=datetime(2026, 10, 20, tzinfo=UTC), by=hugo)
    clock.move_to(october.grace_until - timedelta(hours=60))
    for _twice in range(2):
        notice_sweep.months_tell()
    assert told(sara, "month.grace") == ["month.grace"]
    assert facts(gufetta, "month.closing")["waiting"] == 1
    assert told(hugo, "month.closing") == []
    clock.move_to(october.grace_until - timedelta(hours=12))
    notice_sweep.months_tell()
    assert told(gufetta, "month.closing") == ["month.closing"] * 2
    clock.move_to(october.grace_until + timedelta(hours=1))
    notice_sweep.months_tell()
    assert told(sara, "month.waits") == ["month.waits"]


def test_the_desk_tells_what_is_new_and_what_is_old(clock: Any) -> None:
    torre, sara, eva = a_league(), a_user("sara", language="en"), a_user("eva")
    role_grant(sara, "manager", ladder=torre)
    claims.claim_make(a_player("ada"), by=eva)
    Claim.objects.update(at=datetime.now(UTC))
    for _twice in range(2):
        notice_sweep.desk_tell()
    assert told(sara, "queue.item") == ["queue.item"]
    assert facts(sara, "queue.item")["item"] == "“This is me”: ada"
    clock.shift(timedelta(hours=49))
    notice_sweep.desk_tell()
    assert told(sara, "queue.old") == ["queue.old"]
    assert told(eva) == []


def test_what_is_new_on_the_desk_is_told_to_the_chat_of_the_managers_once_in_the_language_of_the_community(
    settings: Any, clock: Any
) -> None:
    settings.NOTICE_GROUPS = {"managers": {"telegram": "@torre_keepers"}}
    torre = a_league()
    for name in ("sara", "tito"):
        role_grant(a_user(name, language="en"), "manager", ladder=torre)
    claims.claim_make(a_player("ada"), by=a_user("eva"))
    Claim.objects.update(at=datetime.now(UTC))
    for _twice in range(2):
        notice_sweep.desk_tell()
    [group] = Notice.objects.filter(group="managers", kind="queue.item")
    assert group.facts["item"] == "«Questo sono io»: ada"
    clock.shift(timedelta(hours=49))
    notice_sweep.desk_tell()
    assert Notice.objects.filter(group="managers", kind="queue.old").count() == 1


def test_an_old_backup_is_told_to_admins_once_a_day(settings: Any, tmp_path: Any, clock: Any) -> None:
    zoe = a_user("zoe", is_superuser=True)
    notice_sweep.backup_tell()
    assert told(zoe) == []
    stamp = tmp_path / "stamp"
    settings.BACKUP_STAMP = str(stamp)
    stamp.touch()
    os.utime(stamp, (datetime.now(UTC).timestamp(),) * 2)
    notice_sweep.backup_tell()
    assert told(zoe) == []
    clock.shift(timedelta(days=3))
    for _twice in range(2):
        notice_sweep.backup_tell()
    assert told(zoe) == ["backup.old"]


def test_the_whole_sweep_runs_twice_and_leaves_nothing_broken(october: Season) -> None:
    sara = a_user("sara", is_superuser=True)
    role_grant(sara, "manager", ladder=october.ladder)
    notice_sweep.notices_sweep()
    before = Notice.objects.count()
    notice_sweep.notices_sweep()
    assert Notice.objects.count() == before
    assert list(told_once()) == []


def test_a_delivery_without_its_row_of_the_outbox_gets_one() -> None:
    from django.db.models.functions import Now

    from games.models import OutboxRow

    notice_send("match.void", [a_user("ada")], key="k")
    OutboxRow.objects.all().delete()
    NoticeDelivery.objects.update(due_at=Now() - timedelta(hours=1))
    assert [problem.split(": ")[1] for problem in told_once()] == ["waits, and nothing will send it"]
    assert notice_sweep.deliveries_ring() == 1
    assert list(told_once()) == []


def test_who_leaves_leaves_no_notice_no_address_and_no_name_with_others() -> None:
    ada, eva = a_user("ada"), a_user("eva")
    player = a_player("ada_lovelace", ada)
    claims.claim_make(player, by=eva)
    NoticeAddress.objects.create(user=ada, channel="telegram", confirmed_at=datetime.now(UTC))
    notice_send("claim.declined", [eva], key="k", player="ada_lovelace", reason="no")
    person_anonymise(player, by=ada)
    assert not Notice.objects.filter(user=ada).exists()
    assert not NoticeAddress.objects.exists()
    assert "lovelace" not in str(list(Notice.objects.values("facts")))
    account_strip(eva)
    assert not Notice.objects.exists()


def test_the_file_of_ones_data_holds_ones_notices_and_addresses() -> None:
    from ladder.publishing.secrets import seal

    ada = a_user("ada", language="en")
    notice_send("match.void", [ada], key="k", game="Alhambra", reason="twice", link="/matches/x/")
    NoticeAddress.objects.create(user=ada, channel="telegram", sealed=seal("42424242"))
    data = person(ada, None)
    [notice] = data["notices"]
    assert notice["title"] == "Struck out: Alhambra, –"
    assert notice["sent"][0]["channel"] == "mail"
    assert data["notice_settings"]["addresses"][0]["address"] == "42424242"
