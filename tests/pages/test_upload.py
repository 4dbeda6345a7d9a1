"""Uploading: what is said before saving, what saving does, and what is kept in between."""

import errno
import gzip
import io
import json
import os
import zipfile
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games import limits
from games.models import Match, Submission, User
from games.places import place
from games.services.results import game_for
from games.services.verification import verifications_run
from ladder import drafts
from tests.factories import a_league, a_user
from tests.games.test_submissions import a_table_record
from tests.logs import a_record

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SITE_ERROR = {"status": "0", "error": "Session invalid", "code": 806}


@pytest.fixture
def visitor() -> Client:
    a_league()
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def member(visitor: Client) -> Client:
    log_in(visitor, a_user("ada"))
    return visitor


def log_in(client: Client, user: User) -> None:
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")


def give(client: Client, *files: tuple[str, bytes], text: str = "", script: bool = False) -> Any:
    body = {"text": text, "files": [SimpleUploadedFile(name, raw) for name, raw in files]}
    return client.post("/upload/", body, headers={"HX-Request": "true"} if script else {})


def save(client: Client) -> Any:
    """Save all that waits, and judge it."""
    answer = client.post("/upload/save/", {"draft": tokens(client)})
    while verifications_run():
        pass
    return answer


def tokens(client: Client) -> list[str]:
    return list(client.session.get("drafts", {}))


def zipped(**members: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, raw in members.items():
            archive.writestr(f"{name}.json", raw)
    return packed.getvalue()


@time_machine.travel("2026-10-01T12:00:00Z")
def test_a_visitor_sees_what_a_log_says_and_nothing_is_saved(visitor: Client) -> None:
    answer = give(visitor, ("match.json", a_record()))
    text = answer.content.decode()
    for words in (
        "Alhambra",
        "match.json",
        "ada",
        "bea",
        "BGA table 1",
        "21 Sep",
        "Counts in Lega Torre, September 2026",
    ):
        assert words in text
    assert "Log in and save" in text
    assert Submission.objects.count() == 0
    assert Match.objects.count() == 0


def test_what_was_given_waits_for_the_login(visitor: Client) -> None:
    give(visitor, ("match.json", a_record()))
    log_in(visitor, a_user("ada"))
    assert "match.json" in visitor.get("/upload/").content.decode()
    answer = visitor.post("/upload/save/", {"draft": tokens(visitor)})
    assert answer.status_code == 302
    assert Submission.objects.get().name == "match.json"
    assert tokens(visitor) == []
    assert list(place().under(drafts.FOLDER)) == []


def test_saving_needs_an_account(visitor: Client) -> None:
    give(visitor, ("match.json", a_record()))
    answer = visitor.post("/upload/save/", {"draft": tokens(visitor)})
    assert answer["Location"].startswith("/accounts/login/")
    assert Submission.objects.count() == 0


def test_a_saved_log_is_judged_and_counts(member: Client) -> None:
    give(member, ("match.json", a_record()))
    answer = save(member)
    assert "Agrees" in member.get(answer["Location"]).content.decode()
    assert Match.objects.get().state == "verified"


def test_a_draft_belongs_to_one_session(member: Client) -> None:
    give(member, ("match.json", a_record()))
    other = Client()
    log_in(other, a_user("bea"))
    other.post("/upload/save/", {"draft": tokens(member)})
    assert Submission.objects.count() == 0


def test_a_token_is_no_path(member: Client) -> None:
    member.post("/upload/save/", {"draft": ["../../etc/passwd", "", "0" * 32]})
    assert Submission.objects.count() == 0


def test_a_draft_vanishes_after_an_hour(member: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    give(member, ("match.json", a_record()))
    monkeypatch.setattr(drafts, "HOUR", -1)
    give(member, ("other.json", a_record(2)))
    names = [name for _token, (name, _raw) in drafts.all_of(member.session)]
    assert names == ["other.json"]


def test_drafts_of_all_together_have_a_limit(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "ALL_BYTES", 10)
    answer = give(visitor, ("match.json", a_record()))
    assert answer.status_code == 503
    assert "Too much is waiting" in answer.content.decode()


def test_one_session_keeps_its_newest_drafts(member: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "OWN_FILES", 2)
    give(member, *((f"{table}.json", a_record(table)) for table in (1, 2, 3)))
    assert list(member.session["drafts"].values()) == ["2.json", "3.json"]
    assert len(list(place().under(drafts.FOLDER))) == 2


def test_a_script_gets_only_the_new_lines(visitor: Client) -> None:
    give(visitor, ("first.json", a_record()))
    text = give(visitor, ("second.json", a_record(2)), script=True).content.decode()
    assert "second.json" in text
    assert "first.json" not in text
    assert "<html" not in text


def test_a_zip_is_read_member_by_member(member: Client) -> None:
    text = give(member, ("all.zip", zipped(one=a_record(1), two=a_record(2), three=b"no log"))).content.decode()
    for words in ("one.json", "two.json", "three.json", "The file cannot be read from byte", "no log"):
        assert words in text
    assert len(tokens(member)) == 2
    assert save(member)["Location"] == "/uploads/"
    assert Match.objects.filter(state="verified").count() == 2


def test_of_two_equal_logs_in_one_zip_only_one_is_new(member: Client) -> None:
    same, apart = a_record(1), json.dumps(json.loads(a_record(1)), indent=1).encode()
    text = give(member, ("all.zip", zipped(one=same, two=same, three=apart))).content.decode()
    assert text.count("the same file once more") == 1
    assert text.count("a further witness") == 1
    assert save(member)["Location"] == "/uploads/"
    assert Match.objects.count() == 1


def test_only_what_is_ticked_is_saved(member: Client) -> None:
    give(member, ("1.json", a_record(1)), ("2.json", a_record(2)))
    member.post("/upload/save/", {"draft": tokens(member)[:1]})
    assert Submission.objects.count() == 1
    assert len(tokens(member)) == 1


def test_the_same_file_again_is_already_here(member: Client) -> None:
    give(member, ("match.json", a_record()))
    save(member)
    text = give(member, ("copy.json", a_record())).content.decode()
    assert "already here" in text
    assert Match.objects.get().get_absolute_url() in text
    assert tokens(member) == []


def test_another_file_of_a_known_table_is_a_further_witness(member: Client) -> None:
    give(member, ("match.json", a_record()))
    save(member)
    text = give(member, ("match.json.gz", gzip.compress(a_record()))).content.decode()
    assert "a further witness" in text
    assert len(tokens(member)) == 1


def test_pasted_text_is_read_like_a_file(visitor: Client) -> None:
    assert "BGA table 1" in give(visitor, text=a_record().decode()).content.decode()
    assert len(tokens(visitor)) == 1


def test_a_pasted_log_may_be_longer_than_other_forms(visitor: Client) -> None:
    record = json.loads(a_record())
    padded = json.dumps(record) + " " * (2 * limits.OTHER_BODY)
    assert give(visitor, text=padded).status_code == 200
    assert len(tokens(visitor)) == 1


def test_a_sentence_leads_to_the_form_filled_in(member: Client) -> None:
    game_for("alhambra")
    text = give(member, text="Alhambra: Ada 131, Bruno 120").content.decode()
    assert "Go on with this result" in text
    form = member.get("/upload/result/?game=alhambra&name=Ada&score=131&name=Bruno&score=120").content.decode()
    for words in ('value="Ada"', 'value="131"', 'value="Bruno"', 'value="120"', "selected>Alhambra"):
        assert words in form


@pytest.mark.parametrize("text", ["https://boardgamearena.com/table?table=712345678", "12345", "712345678"])
def test_a_table_alone_asks_for_its_log(visitor: Client, text: str) -> None:
    answer = give(visitor, text=text).content.decode()
    assert "we never log in to BGA" in answer


def test_a_known_table_leads_to_its_match(member: Client) -> None:
    give(member, ("match.json", a_record(91000001)))
    save(member)
    text = give(member, text="https://boardgamearena.com/table?table=91000001").content.decode()
    assert Match.objects.get().get_absolute_url() in text


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "The file is empty."),
        (b"hello, this is no log", "hello, this is no log"),
        (gzip.compress(a_record())[:-20], "The packed file is cut off."),
        (gzip.compress(gzip.compress(a_record())), "The file is packed twice."),
        (b"<html><body>my table</body></html>", "not a replay"),
        (json.dumps(SITE_ERROR).encode(), "nobody is logged in"),
        (json.dumps({"status": 0, "error": "daily limit reached", "code": 1}).encode(), "used up"),
        (json.dumps({"status": 0, "error": "Cannot find gamenotifs log file", "code": 1}).encode(), "not built yet"),
        (json.dumps({"status": 0, "error": "This replay has been lost", "code": 1}).encode(), "is lost"),
        (json.dumps({"status": 0, "error": "registered more than 24 hours", "code": 1}).encode(), "older than a day"),
        (b'{"items": [{"id": 90000017, "q": "Lucertola"}]}', "Player search of BGA"),
        (b'{"a": 1, "a": 2}', "the same thing twice"),
        (a_table_record(is_coop=True).encode(), "Nobody played against anybody here"),
        (a_table_record(is_solo="1").encode(), "Nobody played against anybody here"),
    ],
)
def test_each_fault_is_named_and_says_what_to_do(visitor: Client, raw: bytes, words: str) -> None:
    text = give(visitor, ("file", raw)).content.decode()
    assert words in text
    assert tokens(visitor) == []


@pytest.mark.parametrize("text", ["", "  "])
def test_nothing_given_is_said_in_words(visitor: Client, text: str) -> None:
    assert "There is nothing to read yet" in give(visitor, text=text).content.decode()


def test_what_a_file_holds_stays_text(visitor: Client) -> None:
    evil = a_record(names="<script>alert(1)</script> bea cleo dora elsa fran")
    for answer in (give(visitor, ("<img src=x>.json", evil)), give(visitor, ("x", b"<script>alert(2)</script>"))):
        text = answer.content.decode()
        assert "<script>alert" not in text
        assert "<img" not in text


def test_too_much_at_once_is_said_in_words(visitor: Client) -> None:
    answer = visitor.post("/upload/", {"files": SimpleUploadedFile("big", b"0" * (limits.UPLOAD_BODY + 1))})
    assert answer.status_code == 413
    assert "at most" in answer.content.decode()


def test_other_pages_take_little(member: Client) -> None:
    answer = member.post("/upload/result/", {"seat-0-name": "x" * (limits.OTHER_BODY + 1)})
    assert answer.status_code == 413


def test_a_false_length_reads_no_further(visitor: Client) -> None:
    """More bytes than stated are never read; a length that is no number counts as none."""
    raw = a_record()
    for length in ("10", "-5", "lots", ""):
        answer = visitor.generic("POST", "/upload/", raw, "application/json", CONTENT_LENGTH=length)
        assert answer.status_code in (200, 400)
    assert tokens(visitor) == []


def test_too_many_files_in_one_request_are_refused_in_words(visitor: Client) -> None:
    answer = give(visitor, *((f"{n}.json", b"{}") for n in range(limits.BODY_PARTS + 1)))
    assert answer.status_code == 400
    assert "At most 20 files and 200 fields come at once" in answer.content.decode()


@pytest.mark.parametrize(("count", "status"), [(limits.BODY_FIELDS, 200), (limits.BODY_FIELDS + 1, 400)])
def test_too_many_fields_in_one_request_are_refused_in_words(visitor: Client, count: int, status: int) -> None:
    answer = visitor.post("/upload/", {f"field{n}": "x" for n in range(count)})
    assert answer.status_code == status
    assert ("At most 20 files and 200 fields" in answer.content.decode()) == (status == 400)


@time_machine.travel("2026-10-01T12:00:00Z")
def test_the_month_is_the_one_of_the_league_s_clocks(visitor: Client) -> None:
    late = 1_790_805_600  # 30 September 2026, 22:00 UTC: October in Rome
    assert "October 2026" in give(visitor, ("match.json", a_record(ended=late))).content.decode()
    assert "September 2026" in give(visitor, ("match.json", a_record(ended=late - 1))).content.decode()


def test_a_match_that_comes_too_late_for_its_month_is_said_so_before_it_is_saved(visitor: Client) -> None:
    ended = 1_790_805_600
    with time_machine.travel("2026-11-05T22:59:59Z", tick=False):
        assert (
            "Counts in Lega Torre, October 2026." in give(visitor, ("a.json", a_record(ended=ended))).content.decode()
        )
    with time_machine.travel("2026-11-05T23:00:00Z", tick=False):
        words = give(visitor, ("a.json", a_record(ended=ended))).content.decode()
    assert "Too late for Lega Torre, October 2026: its days of grace are over." in words
    assert "Counts in" not in words


def test_a_full_disk_is_said_and_keeps_nothing(member: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        answer = give(member, ("match.json", a_record(1)))
    assert answer.status_code == 507
    assert "There is no room for further files just now" in answer.content.decode()
    assert list(place().under(drafts.FOLDER)) == []
    assert give(member, ("match.json", a_record(1))).status_code == 200
