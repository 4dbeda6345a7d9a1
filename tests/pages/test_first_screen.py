"""What the first screen says: what waits, an example; help."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from ladder.help_texts import TOPICS
from tests.factories import a_match
from tests.pages.conftest import NOW, Torre


@pytest.mark.django_db
def test_what_waits_is_counted_and_one_thing_alone_is_a_step_away(torre: Torre) -> None:
    with time_machine.travel(NOW, tick=False):
        mine, of_who_brought_it = (torre.client(name).get("/").content.decode() for name in ("gufetta", "hugo"))
    assert f'<a href="{torre.waiting.get_absolute_url()}">1 match to confirm</a>' in mine
    assert '<a href="/uploads/">2 uploads refused</a>' in of_who_brought_it
    assert "to confirm</a>" not in of_who_brought_it


@pytest.mark.django_db
def test_the_live_example_is_the_last_replayed_match_however_many_came_since(torre: Torre) -> None:
    replayed = [torre.files[name].submission.match.get_absolute_url() for name in ("agrees", "disagrees")]
    later = timezone.now() + timedelta(days=1)
    with time_machine.travel(NOW, tick=False):
        newer = [
            a_match("gufetta", "hugo_pt", ended_at=later - timedelta(hours=number), created_at=later).get_absolute_url()
            for number in range(6)
        ]
        text = torre.client().get("/").content.decode()
    example = text.partition('id="example"')[2].partition("</p>")[0]
    assert any(f'href="{url}"' in example for url in replayed)
    assert [url in text for url in (*newer, *replayed)].count(True) == 6, "five latest, and the example"


@pytest.mark.django_db
@pytest.mark.sqlite
def test_every_question_has_a_page_whose_links_lead_somewhere() -> None:
    client = Client(headers={"accept-language": "en"})
    index = client.get("/help/").content.decode()
    for topic in TOPICS:
        assert f'href="/help/{topic.slug}/"' in index
        page = client.get(f"/help/{topic.slug}/")
        assert page.status_code == 200
        assert str(topic.question) in page.content.decode()
    assert client.get("/help/nothing/").status_code == 404
