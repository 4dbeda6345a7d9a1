"""The whole server of the database is killed while a running web and worker close, merge and import.

Each act is wholly done or not at all, and web and worker serve again within ten seconds without being started again.
"""

import hashlib
import json
import signal
import threading
import time
import urllib.error
import urllib.request
from datetime import UTC, datetime

import pytest

from games.models import Match, Merge, Verification
from ladder.models import Import, ImportedMatch, Scope, SeasonRevision
from ladder.selectors.merging import merge_preview
from ladder.services.import_jobs import import_ask, import_work
from ladder.services.imports import import_start
from ladder.services.ladders import admin_grant, season_open
from ladder.services.tokens import token_make
from tests.factories import a_league, a_match, a_player, a_user
from tests.faults.conftest import nothing_broken
from tests.ladder.september import as_csv
from tests.logs import a_record
from tests.services.own_server import connected_to, own_server
from tests.services.processes import Site, wait_until

BROUGHT = 11
"""Matches of the file that is imported and taken back."""


class Killed:
    """A community whose database is killed in the middle of its acts, again and again."""

    def __init__(self, site: Site, server, dice) -> None:
        self.site, self.server, self.dice = site, server, dice
        self.ladder, self.admin = a_league(), a_user("admin", is_superuser=True)
        admin_grant(self.admin)
        _token, self.secret = token_make(self.admin, name="program", scopes=list(Scope.values))
        self.source, _is_new = import_start(self.ladder, as_csv(), name="september.csv", by=self.admin)
        self.web_back: list[float] = []
        self.worker_back: list[float] = []
        self.said: list[int] = []

    def ask(self, path, body=None, version=None) -> tuple[int, bytes]:
        head = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}
        head |= {} if version is None else {"If-Match": f'"{version}"'}
        sent = None if body is None else json.dumps(body).encode()
        try:
            request = urllib.request.Request(f"{self.site.url}/api/v1/{path}", sent, head)
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read()

    def during(self, act, longest: float) -> None:
        """Kill the server at a random moment of an act, and start it again."""
        thread = threading.Thread(target=act)
        thread.start()
        time.sleep(self.dice.uniform(0, longest))
        self.server.end(self.dice.choice([signal.SIGQUIT, signal.SIGKILL]))
        thread.join(30)
        assert not thread.is_alive()
        self.server.start()

    def during_request(self, longest: float, *args) -> bool:
        """The same for a request; True where its answer says that it was done."""
        answers = []
        self.during(lambda: answers.append(self.ask(*args)), longest)
        [(status, _text)] = answers
        self.said.append(status)  # 412: the worker was faster and brought a month in line
        return status == 201

    def close(self, number: int) -> None:
        month = datetime.now(UTC).year * 12 + datetime.now(UTC).month - 3 - number
        year, month = divmod(month, 12)
        for names in (("ada", "bea", "cleo"), ("bea", "cleo"), ("cleo", "ada")):
            a_match(*names, ended_at=datetime(year, month + 1, 3, 12, tzinfo=UTC))
        season = season_open(self.ladder, year, month + 1)
        season.refresh_from_db()
        path = f"leagues/{self.ladder.slug}/months/{season.key}/close"
        done = self.during_request(0.3, path, {"warned": True}, season.version)
        season.refresh_from_db()
        assert season.revision >= done
        assert SeasonRevision.objects.filter(season=season).count() == season.revision

    def merge(self, number: int) -> None:
        ada, double = a_player("ada") if number == 1 else a_match("ada", "bea").seats.first().player, f"adda{number}"
        a_match(double, "cleo")
        source = a_match(double, "bea").seats.get(player__name=double).player
        seen = merge_preview(source, ada).seen
        body = {"into": ada.slug, "two_accounts": True, "reason": "one"}
        done = self.during_request(0.3, f"players/{source.slug}/merge", body, seen)
        source.refresh_from_db()
        merged = source.merged_into_id is not None
        assert merged >= done
        assert Merge.objects.filter(source=source).exists() is merged

    def bring(self, _number: int) -> None:
        """Import the file or take it back, which the worker does."""
        self.source.refresh_from_db()
        was, here = self.source.state, self.brought()
        job = Import.Job.UNDO if was == "done" else Import.Job.RUN
        self.source = import_ask(self.source, job, version=self.source.version, by=self.admin)
        self.during(lambda: None, 0.8)
        self.source.refresh_from_db()
        if self.source.job:
            assert (self.source.state, self.brought()) == (was, here)
            Import.objects.update(lease_until=None, attempts=0)  # as once the lease has lapsed
            import_work(self.source.pk)
            self.source.refresh_from_db()
        assert not self.source.problem
        assert (self.source.state, self.brought()) == (("done", BROUGHT) if job == Import.Job.RUN else ("undone", 0))

    def brought(self) -> int:
        return ImportedMatch.objects.filter(source=self.source).exclude(match__state=Match.State.VOID).count()

    def serves_again(self, number: int) -> None:
        """Pages come, and a log that is brought is judged."""
        began = time.monotonic()
        wait_until(self.shows_pages, 10, lambda: "no page")
        self.web_back.append(time.monotonic() - began)
        log = a_record(100 + number)
        status, text = self.ask("submissions/", {"text": log.decode()})
        assert status == 201, text
        done = Verification.objects.filter(submission__sha256=hashlib.sha256(log).hexdigest(), verdict="verified")
        wait_until(done.exists, 30, lambda: "no worker")
        self.worker_back.append(time.monotonic() - began)

    def shows_pages(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.site.url}/", timeout=10) as page:
                return page.status == 200
        except urllib.error.HTTPError as refused:
            self.said.append(refused.code)
            return False


def killed_again_and_again(site: Site, server, dice, rounds: int, measured) -> None:
    here = Killed(site, server, dice)
    web, worker = site.start_web(), site.start_worker("--concurrency", "2")
    for number in range(rounds):
        (here.close, here.merge, here.bring)[number % 3](number)
        here.serves_again(number)
        nothing_broken()
    assert set(here.said) <= {201, 412, 503}
    print(f"answers while the server was killed: {sorted(here.said)}")
    measured(f"the server of the database killed {rounds} times: pages again after", max(here.web_back), "s", 10)
    measured(f"the server of the database killed {rounds} times: logs judged after", max(here.worker_back), "s", 10)
    assert web.alive
    assert worker.alive
    assert "worker hears nothing" not in worker.log.read_text()


@pytest.fixture
def killable(redis_url, data_dir, bells, django_db_blocker):
    with own_server() as server:
        site = Site(data_dir, {"DATABASE_URL": server.url, "REDIS_URL": redis_url})
        site.manage("migrate", "--no-input", "--verbosity=0")
        site.manage("collectstatic", "--no-input")
        with django_db_blocker.unblock(), connected_to(server.url):
            try:
                yield site, server
            finally:
                site.stop()


@pytest.mark.night
def test_a_server_killed_fifty_times_leaves_whole_acts(killable, dice, measured):
    killed_again_and_again(*killable, dice, 50, measured)
