"""The inbox and the bell: what somebody reads, and what he has read."""

import pytest
from django.test import Client

from games.models import Notice
from games.notices import KINDS
from games.services.notices import notice_send
from ladder.notices.sentences import TEXTS
from ladder.notices.texts import told
from tests.pages.conftest import Torre

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def give(torre: Torre, name: str = "charlie", key: str = "k", **facts: object) -> Notice:
    user = torre.people[name]
    notice_send("match.void", [user], key=key, link="/matches/", about="match/x", game="Alhambra", **facts)
    return Notice.objects.get(user=user, key=key)


def test_every_kind_has_its_text() -> None:
    assert set(TEXTS) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_stands_without_any_fact(kind: str) -> None:
    words = told(Notice(kind=kind, link="/x/"), "Europe/Rome")
    assert words.title
    assert words.act
    assert words.reason
    assert "%(" not in words.title + words.text


def test_the_bell_counts_what_is_not_read(torre: Torre) -> None:
    give(torre, key="a")
    give(torre, key="b")
    page = torre.client("charlie").get("/privacy/").content.decode()
    assert 'aria-label="Notices, 2 unread"' in page
    assert "Notices," not in torre.client().get("/privacy/").content.decode()


def test_a_notice_says_what_happened_and_why_it_is_told(torre: Torre) -> None:
    give(torre, reason="twice <b>")
    page = torre.client("charlie").get("/account/notices/").content.decode()
    assert "Struck out: Alhambra" in page
    assert "twice &lt;b&gt;" in page
    assert "You played in this match" in page


def test_an_empty_inbox_says_what_will_come(torre: Torre) -> None:
    page = torre.client("charlie").get("/account/notices/").content.decode()
    assert "Nothing yet." in page


def test_following_a_notice_reads_it(torre: Torre) -> None:
    notice = give(torre)
    answer = torre.client("charlie").post(f"/account/notices/{notice.pk}/")
    assert answer["Location"] == "/matches/"
    notice.refresh_from_db()
    assert notice.read_at is not None
    page = torre.client("charlie").get("/account/notices/?show=new").content.decode()
    assert "You have read everything." in page


def test_all_or_one_is_marked_as_read(torre: Torre) -> None:
    first, second = give(torre, key="a"), give(torre, key="b")
    client = torre.client("charlie")
    client.post("/account/notices/read/", {"notice": [first.pk, "x", "9" * 30]})
    assert list(Notice.objects.filter(user=torre.people["charlie"], read_at=None)) == [second]
    client.post("/account/notices/read/")
    assert not Notice.objects.filter(user=torre.people["charlie"], read_at=None).exists()


@pytest.mark.parametrize("person", ["hugo", "vito", "sara", "zoe"])
def test_notices_of_others_are_not_there(torre: Torre, person: str) -> None:
    notice = give(torre, "charlie")
    client = torre.client(person)
    assert client.post(f"/account/notices/{notice.pk}/").status_code == 404
    client.post("/account/notices/read/", {"notice": [notice.pk]})
    notice.refresh_from_db()
    assert notice.read_at is None


@pytest.mark.parametrize("address", ["", "read/", "1/", "settings/"])
def test_visitors_are_sent_to_the_login(torre: Torre, address: str) -> None:
    client: Client = torre.client()
    send = client.post if address in ("read/", "1/") else client.get
    assert send(f"/account/notices/{address}")["Location"].startswith("/accounts/login/")
