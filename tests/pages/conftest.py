"""One small community for all pages: league `torre`, its people, October's matches, a log of every outcome."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.test import Client, override_settings

from games.models import Match, OutboxRow, User, Verification
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.demo.months import OCTOBER, SEPTEMBER, planned
from ladder.models import Ladder, WebhookDelivery
from ladder.notices.compose import stop_address
from ladder.publishing.services import target_add
from ladder.services.import_jobs import import_ask
from ladder.services.imports import import_start
from ladder.services.ladders import admin_grant, role_grant, season_open
from ladder.services.live import sweep
from ladder.services.matches import match_restore, match_void
from ladder.services.months import month_close, month_revise
from ladder.services.people import players_merge
from ladder.services.pools import pool_create
from ladder.services.problems import problem_report
from ladder.services.ratings import pool_rate
from ladder.webhooks.services import webhook_add
from tests.factories import a_league, a_match, a_planned_match, a_player, a_user
from tests.logs import a_record
from tests.pages.importing import FIRST_OF_OCTOBER, Sara

PASSWORD = "correct horse battery"
NOW = "2026-11-03T12:00:00Z"
ENDED = 1_792_000_000
"""14 October 2026."""


@dataclass
class Torre:
    """The community of the tests. `files` are the verifications by outcome."""

    ladder: Ladder
    people: dict[str, User]
    waiting: Match
    files: dict[str, Verification]

    def client(self, name: str = "") -> Client:
        """A browser without script of that person, or of a visitor."""
        client = Client(headers={"accept-language": "en"})
        if name:
            client.force_login(self.people[name], backend="allauth.account.auth_backends.AuthenticationBackend")
        return client


@pytest.fixture(scope="module")
def built(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Torre, Path]]:
    """The community, built once for each module inside a transaction that is rolled back, and its storage root."""
    folder = tmp_path_factory.mktemp("torre")
    with django_db_blocker.unblock(), override_settings(DATA_DIR=folder), transaction.atomic():
        yield build(), folder
        transaction.set_rollback(True)


@pytest.fixture
def torre(built: tuple[Torre, Path], db: None, data_dir: Path) -> Torre:
    """The community as it was built: what a test changes is gone after it."""
    torre, folder = built
    shutil.copytree(folder, data_dir, dirs_exist_ok=True)
    return Torre(
        ladder=Ladder.objects.get(pk=torre.ladder.pk),
        people={name: User.objects.get(pk=user.pk) for name, user in torre.people.items()},
        waiting=Match.objects.get(pk=torre.waiting.pk),
        files={name: Verification.objects.get(pk=row.pk) for name, row in torre.files.items()},
    )


def build() -> Torre:
    with time_machine.travel(NOW, tick=False):
        ladder = a_league("torre")
        people = {name: person(name) for name in ("sara", "vito", "zoe", "hugo", "gufetta", "charlie")}
        role_grant(people["sara"], "manager", ladder=ladder)
        role_grant(people["vito"], "arbiter", ladder=ladder)
        admin_grant(people["zoe"])
        a_player("hugo_pt", people["hugo"])
        a_player("gufetta", people["gufetta"])
        for match in (*planned(SEPTEMBER)[:5], *planned(OCTOBER)):
            a_planned_match(match, created_at=match.ended_at)
        for month in (9, 10):
            season_open(ladder, 2026, month)
        revised_september(ladder, people["sara"])
        waiting = a_match("gufetta", "hugo_pt", "ines_lx", state="submitted", by=people["hugo"])
        import_start(ladder, b"Gioco;Fine;Giocatore;Posto\nAlhambra;2026-05-20 21:00;Ada;1\n", name="x.csv", by=None)
        asked, _is_new = import_start(
            ladder, b"Game;End;Player;Place\nAzul;2026-05-21 21:00;Ada;1\n", name="y.csv", by=None
        )
        import_ask(asked, "run", version=asked.version, by=people["sara"])
        brought = files(people["hugo"])
        sweep()
        pool_rate(pool_create(ladder, by=people["sara"], name="All tables").pk)
        told_a_program(ladder, people["sara"])
        return Torre(ladder, people, waiting, brought)


def told_a_program(ladder: Ladder, sara: User) -> None:
    """A webhook of the league, and a try that did not arrive; nothing is sent."""
    webhook, _secret = webhook_add(ladder, url="https://bot.example/", events=["tournament.finished"], by=sara)
    job = OutboxRow.objects.create(
        kind="webhook", key="webhook:try", state="dead", finished_at=NOW, problem={"code": "status", "words": "no"}
    )
    WebhookDelivery.objects.create(webhook=webhook, event="0" * 32, type="ping", body="{}", job=job, status=500)


def revised_september(ladder: Ladder, sara: User) -> None:
    """September is closed; a match was struck out of it and came back, so that revision 3 is like the first."""
    season = season_open(ladder, 2026, 9)
    month_close(season, by=sara, warned=True)
    match = Match.objects.filter(ended_at__lt=season.end).latest("ended_at")
    match = match_void(match, version=match.version, by=sara, reason="wrong table")
    month_revise(season, by=sara, reason="wrong table")
    match_restore(match, version=match.version, by=sara)
    month_revise(season, by=sara, reason="it was the right one")


def person(name: str) -> User:
    user = a_user(name, language="en", time_zone="Europe/Rome")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def files(uploader: User) -> dict[str, Verification]:
    """A verification of every outcome, brought by one person."""
    given = {
        "agrees": a_record(71001, ended=ENDED),
        "disagrees": underpaid(71002),
        "cannot": unknown_rules(71003),
        "broken": a_record(71004, ended=ENDED)[:-300],
    }
    rows = {}
    for outcome, raw in given.items():
        [received] = submission_create(raw, name=f"{outcome}.json", uploader=uploader, address="203.0.113.7")
        while verifications_run():
            pass
        rows[outcome] = Verification.objects.get(submission=received.submission)
    return rows


def underpaid(table: int) -> bytes:
    """A record in which the first building is paid with too little."""
    record = json.loads(a_record(table, ended=ENDED))
    bought = next(event for event in record["events"] if event["type"] == "buy" and len(event["cards"]) > 1)
    bought["cards"] = bought["cards"][:1]
    return json.dumps(record).encode()


def unknown_rules(table: int) -> bytes:
    record = json.loads(a_record(table, ended=ENDED))
    record["rules"] = "moon"
    return json.dumps(record).encode()


def addresses(torre: Torre) -> dict[str, str]:
    """Every page that anybody may read, by a name for it."""
    match = f"/matches/{torre.files['agrees'].submission.match.slug}/"
    pages = {
        "home": "/",
        "league": "/leagues/torre/",
        "month": "/leagues/torre/2026-10/",
        "why": "/leagues/torre/2026-10/?why=hugo_pt",
        "filtered": "/leagues/torre/2026-10/?game=alhambra&size=4&text=hu",
        "closed month": "/leagues/torre/2026-09/",
        "year": "/leagues/torre/2026/",
        "ranks over time": "/leagues/torre/history/",
        "old revision": "/leagues/torre/2026-09/r2/",
        "changes": "/leagues/torre/2026-09/changes/",
        "future month": "/leagues/torre/2027-02/",
        "take": "/leagues/torre/2026-10/take/",
        "archive": "/leagues/torre/archive/",
        "rules": "/leagues/torre/rules/",
        "first rules": "/leagues/torre/rules/?version=1&size=3&p1=1&p2=1&f3=left",
        "players": "/players/",
        "player": "/players/hugo_pt/",
        "player's names": "/players/hugo_pt/names/",
        "head to head": "/players/hugo_pt/against/",
        "versus": "/players/hugo_pt/vs/gufetta/",
        "achievements": "/players/hugo_pt/achievements/",
        "forget": "/players/adamanta/forget/",
        "ratings": "/leagues/torre/ratings/",
        "rating pool": "/leagues/torre/ratings/all-tables/",
        "rating pool, nobody": "/leagues/torre/ratings/all-tables/?q=nobody+at+all",
        "player's rating": "/players/hugo_pt/rating/",
        "matches": "/matches/",
        "matches filtered": "/matches/?state=verified&game=alhambra&month=2026-10&size=2&text=ad&league=torre",
        "match": match,
        "replay": f"{match}replay/",
        "replay of a refused log": f"{torre.files['disagrees'].get_absolute_url()}replay/?at=last",
        "replay in words": f"{match}replay/moves/",
        "waiting match": torre.waiting.get_absolute_url(),
        "games": "/games/",
        "game": "/games/alhambra/",
        "game with a stand-in set": "/games/revive/",
        "upload": "/upload/",
        "search": "/search/",
        "found": "/search/?q=hugo",
        "nothing found": "/search/?q=nobody+at+all",
        "privacy": "/privacy/",
        "about": "/about/",
        "help": "/help/",
        "for programs": "/api/docs/",
        "for programs, matches": "/api/docs/matches/",
        "help with a picture": "/help/save/",
        "help in steps": "/help/tournament/",
        "status": "/status/",
        "log in": "/accounts/login/",
        "sign up": "/accounts/signup/",
        "forgotten": "/accounts/password/reset/",
        "forgotten, set anew": "/accounts/password/reset/done/",
        "log in by a link": "/accounts/login/code/",
    }
    return pages | {outcome: torre.files[outcome].get_absolute_url() for outcome in ("agrees", "disagrees")}


def private_addresses(torre: Torre) -> dict[str, str]:
    """Every page for people who are logged in; the last ones are for officials, or for who brought the file."""
    return {
        "account": "/account/",
        "sessions": "/account/sessions/",
        "tokens": "/account/tokens/",
        "which player": "/account/player/?name=livio_lupo3",
        "notices": "/account/notices/",
        "unread notices": "/account/notices/?show=new",
        "notice settings": "/account/notices/settings/",
        "desk": "/desk/",
        "desk of a month": "/desk/leagues/torre/2026-10/",
        "desk of a closed month": "/desk/leagues/torre/2026-09/",
        "uploads": "/uploads/",
        "result": "/upload/result/",
        "dispute": f"{torre.waiting.get_absolute_url()}dispute/",
        "void": f"{torre.waiting.get_absolute_url()}void/",
        "claim": "/players/adamanta/claim/",
        "same": "/players/livio_lupo1/same/?name=livio_lupo",
        "delete me": "/account/delete/",
        "new pool": "/leagues/torre/pools/new/",
        "change pool": "/leagues/torre/pools/all-tables/",
        "correct": f"{torre.waiting.get_absolute_url()}correct/",
        "state": f"{torre.waiting.get_absolute_url()}state/",
        "report": f"{torre.waiting.get_absolute_url()}report/",
        "decide": f"{torre.waiting.get_absolute_url()}decide/",
        "answer": f"{torre.waiting.get_absolute_url()}answer/",
        "e-mail": "/accounts/email/",
        "password": "/accounts/password/change/",
        "log out": "/accounts/logout/",
        "edit player": "/players/hugo_pt/edit/",
        "merge with whom": "/players/livio_lupo1/merge/?name=livio_lup",
        "merge": "/players/livio_lupo1/merge/?into=livio_lupo",
        "duplicates": "/people/duplicates/",
        "deletions": "/people/deletions/",
        "report a problem": "/report/",
        "cannot": torre.files["cannot"].get_absolute_url(),
        "broken": torre.files["broken"].get_absolute_url(),
        **KEEPERS_ONLY,
        "webhook": torre.ladder.webhooks.get().get_absolute_url(),
        "imports": "/leagues/torre/imports/",
        "import": torre.ladder.imports.get(name="x.csv").get_absolute_url(),
        "check": f"{torre.ladder.imports.get(name='x.csv').get_absolute_url()}check/",
        "import in work": f"{torre.ladder.imports.get(name='y.csv').get_absolute_url()}check/",
    }


KEEPERS_ONLY = {
    "new game": "/games/new/",
    "people": "/leagues/torre/people/",
    "publishing": "/leagues/torre/publishing/",
    "add a folder": "/leagues/torre/publishing/add/?kind=folder",
    "add a server": "/leagues/torre/publishing/add/?kind=sftp",
    "add a bucket": "/leagues/torre/publishing/add/?kind=s3",
    "texts": "/leagues/torre/publishing/texts/",
    "webhooks": "/leagues/torre/webhooks/",
    "add a webhook": "/leagues/torre/webhooks/add/",
    "audit": "/audit/",
    "audit found": "/audit/?kind=match&since=2026-01-01&until=2026-12-31&origin=service",
}
"""Pages of those who keep the league."""


OF_THE_SITE = {
    "the site": "/admin/",
    "everybody's tokens": "/desk/tokens/",
    "what was sent": "/desk/sent/",
    "webhooks of the site": "/desk/webhooks/",
}
"""Pages of admins."""


def seldom_addresses(torre: Torre) -> dict[str, str]:
    """Pages that are there only after something has happened, made to happen here; zoe may see all of them."""
    sara = torre.people["sara"]
    target = target_add(torre.ladder, name="Server", kind="sftp", place={"host": "a.example"}, secret="x", by=sara)
    ada, bea = a_player("ada_b1"), a_player("ada_b2")
    merge = players_merge(ada, bea, by=sara, reason="one person", two_accounts=True)
    problem = problem_report(by=torre.people["hugo"], words="The page is empty.", page="/games/")
    letter = stop_address(torre.people["hugo"], "", "mail").removeprefix(settings.SITE_URL)
    match = torre.waiting.get_absolute_url()
    return {
        "target": target.get_absolute_url(),
        "forget a target": f"{target.get_absolute_url()}remove/",
        "take a merge back": f"/merges/{merge.pk}/undo/",
        "answer a problem": f"/desk/problems/{problem.pk}/",
        "stop notices": letter,
        "comment": f"{match}comment/",
        "rules, edited": "/leagues/torre/rules/edit/",
        "a judgement's moves": f"{torre.files['agrees'].get_absolute_url()}replay/moves/",
        "add a webhook of the site": "/desk/webhooks/add/",
        "no network": "/offline/",
        "frame": "/embed/leagues/torre/?month=2026-10",
        "no account any more": "/accounts/inactive/",
    }


@pytest.fixture
def at_now() -> Iterator[None]:
    """The clock stands at `NOW`."""
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def sara() -> Iterator[Sara]:
    """The manager of a league of her own, on the first of October."""
    with time_machine.travel(FIRST_OF_OCTOBER, tick=False):
        yield Sara()
