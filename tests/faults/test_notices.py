"""Workers that are killed while they send: every message is sent at most once, and each comes to an end."""

import re
import time
from collections import Counter
from pathlib import Path

import pytest

from games.models import Notice, NoticeDelivery, OutboxRow
from games.services.notices import notice_send
from tests.factories import a_user
from tests.faults.conftest import nothing_broken
from tests.services.processes import Site, wait_until

pytestmark = pytest.mark.sqlite


def letters(folder: Path) -> Counter[str]:
    """The letters in the folder that stands for a mail server, by the message that each is."""
    texts = [path.read_text(errors="replace") for path in (folder / "mail").glob("*")]
    return Counter(number for text in texts for number in re.findall(r"^Message-ID: <notice-(.+)@", text, re.MULTILINE))


@pytest.mark.night
def test_killed_workers_send_no_notice_twice(fast: Site, bells, dice) -> None:
    worker = fast.start_worker("--concurrency", "2")
    kills, count = 4, 40
    for number in range(count):
        notice_send("match.void", [a_user(f"p{number}")], key=f"k/{number}", game="Alhambra", link="/")
        time.sleep(0.05)
        if number % (count // kills) == 0:
            time.sleep(dice.uniform(0, 0.3))
            worker.kill()
            worker = fast.start_worker("--concurrency", "2", name=f"worker{number}")
    open_rows = NoticeDelivery.objects.filter(state__in=["waiting", "handed"])
    wait_until(lambda: not open_rows.exists(), 90, lambda: str(list(open_rows.values_list("pk", "state"))))
    wait_until(lambda: not OutboxRow.objects.filter(state="running").exists(), 30, lambda: "a row hangs")
    assert Notice.objects.count() == count
    sent = letters(fast.folder)
    assert set(sent.values()) <= {1}
    ended = Counter(NoticeDelivery.objects.values_list("state", flat=True))
    assert set(ended) <= {"sent", "unknown"}
    assert ended["sent"] <= len(sent) <= count
    nothing_broken()
