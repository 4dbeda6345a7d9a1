"""The bench of load on a small scale, against real processes: every figure is there, and what is sent arrives."""

import pytest

from games.models import Match
from ladder.benches import load, pages
from ladder.services.tokens import token_make
from tests.bga.recorded import FOLDER
from tests.factories import a_user
from tests.services.processes import Site

pytestmark = [pytest.mark.night, pytest.mark.faults]


def test_visits_uploads_and_polls_are_sent_and_counted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, value in (
        (pages, "FIVE_YEARS", 120),
        (pages, "PEOPLE", 24),
        (pages, "ENTRANTS", 8),
        (load, "SECONDS", 2),
    ):
        monkeypatch.setattr(module, name, value)
    site.env["BEHIND_PROXY"] = "1"
    addresses = pages.community()
    site.manage("collectstatic", "--no-input")
    web, worker = site.start_web(), site.start_worker()
    _token, secret = token_make(a_user("ada"), name="bench", scopes=["logs:write"])
    body = load.intake((FOLDER / "024-2p.json.gz").read_bytes())
    watch = load.Growth(web.pid, worker.pid)
    asks = [*load.visits(addresses, 2), *load.uploads([load.of_table(body, load.COPY)], [secret])]
    answers = load.sent(site, asks, watch.look)
    figures = {figure.name: figure for figure in [*load.of_visits(answers), *load.of_uploads(1), *watch.figures()]}
    assert len(answers) == 2 * (load.CACHED_A_SECOND + load.DYNAMIC_A_SECOND) + 1
    assert {answer.status for answer in answers} == {200, 201}
    assert Match.objects.filter(state="verified").count() == 1
    assert figures["server errors and requests without an answer"].holds
    assert figures["uploads that are not judged within 10 s of the last"].holds
    assert figures["memory: the largest process"].value > 20
    assert all(figure.holds for figure in load.of_exports(site, addresses["ranking"]))
    site.stop()
    assert load.errors(load.sent(site, load.polls("/", 1))) == 8
