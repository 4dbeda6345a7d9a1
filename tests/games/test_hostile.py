"""Whatever is uploaded ends in one of the four outcomes; nothing crashes, nothing is left half written."""

import copy
import gzip
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Match, Submission, Verification
from games.services.submissions import submission_create
from games.services.verification import verifications_run
from ladder.invariants import broken
from tests.games.test_submissions import a_table_record
from tests.logs import a_record

pytestmark = pytest.mark.django_db

ODD: list[Any] = [None, True, "", "x" * 200, "\u202e", "-1", 0, -1, 2**53, 1.5, [], {}, [[]], {"a": None}, "9" * 16]
SAMPLES = [json.loads(a_record(17)), json.loads(a_table_record())]


def places(document: Any) -> list[tuple[Any, Any]]:
    """Every place in a document that holds something: its container and its key."""
    found = []
    pairs = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in pairs:
        found.append((document, key))
        if isinstance(value, dict | list):
            found += places(value)
    return found


def spoiled(sample: Any, dice: random.Random) -> bytes:
    """The sample with up to three things in it replaced, taken out or doubled."""
    document = json.loads(json.dumps(sample))
    for _fault in range(dice.randint(1, 3)):
        container, key = dice.choice(places(document))
        act = dice.choice(["odd", "odd", "out", "double"])
        if act == "out":
            del container[key]
        elif act == "double" and isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        else:
            container[key] = copy.deepcopy(dice.choice(ODD))
        if not places(document):
            break
    return json.dumps(document).encode()


def cut_or_flipped(raw: bytes, dice: random.Random) -> bytes:
    """The bytes cut anywhere, or with some of them changed."""
    if dice.random() < 0.5:
        return raw[: dice.randrange(len(raw))]
    noisy = bytearray(raw)
    for _flip in range(dice.randint(1, 5)):
        noisy[dice.randrange(len(noisy))] ^= 1 << dice.randrange(8)
    return bytes(noisy)


def hostile(dice: random.Random) -> bytes:
    raw = spoiled(dice.choice(SAMPLES), dice)
    if dice.random() < 0.3:
        raw = gzip.compress(raw)
    return cut_or_flipped(raw, dice) if dice.random() < 0.4 else raw


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_a_spoiled_file_ends_in_an_outcome(seed):
    received = submission_create(hostile(random.Random(seed)), uploader=None)
    verifications_run()
    for one in received:
        row = Verification.objects.filter(submission=one.submission).first()
        if row is None:
            assert one.submission.kind == "table_record"
            assert one.submission.match is not None
        else:
            assert row.state == "done"
            assert row.verdict in {"verified", "consistent", "refused", "unsupported", "unreadable"}
            assert row.code or row.verdict in ("verified", "consistent")


def test_after_all_of_it_the_invariants_hold():
    for seed in range(100):
        submission_create(hostile(random.Random(seed)), uploader=None)
    verifications_run(60)
    assert Submission.objects.count() > 50
    assert Match.objects.exists()
    assert broken() == []
