"""Uploads: the bytes are kept before anything is done with them, and the row is the job."""

import ipaddress
from functools import partial

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Max, Min
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from games import intake, queue, registry, storage
from games.engine.errors import LogProblem
from games.intake import Member
from games.models import Game, Submission, User, Verification
from games.services.effects import result_record
from games.services.players import clean_name
from games.services.results import game_for
from games.services.retry import atomic_retried
from games.understand import Document, understand
from games.verify import verify_log

JUDGED = {Submission.Kind.LOG, Submission.Kind.RECORD}
"""Kinds that are replayed. A table record is a result at once; anything else is a broken file at once."""


class Received(msgspec.Struct, frozen=True):
    """The answer to one file. `name` is the file's, or that of the member of a zip."""

    submission: Submission
    verification: Verification | None
    is_new: bool
    name: str


def submission_create(raw: bytes, *, name: str = "", uploader: User | None, address: str = "") -> list[Received]:
    """Take in an upload; a zip is one submission for each member. Nothing in `raw` makes this fail.

    The same bytes again are "already here": `is_new` is False, and nothing changes. Raises `storage.StorageFull`.
    """
    owner = owner_of(uploader, address)
    received = []
    for member in intake.unpack(raw, name):
        # The file is safe before the row is: a row without its file cannot be, and a file without a row is harmless.
        sha256 = storage.store(member.raw)
        received.append(_receive(sha256, member, uploader, owner))
    return received


def owner_of(uploader: User | None, address: str) -> str:
    """Whose turns in the queue an upload uses up: an account's, or a visitor's network's, which is not readable."""
    if uploader is not None:
        return f"account-{uploader.pk}"
    prefix = 64 if ":" in address else 24
    network = ipaddress.ip_network(f"{address}/{prefix}", strict=False) if address else "unknown"
    return f"network-{salted_hmac('games.submissions.owner', str(network)).hexdigest()[:16]}"


@atomic_retried
def _receive(sha256: str, member: Member, uploader: User | None, owner: str) -> Received:
    name = clean_name(member.name)
    known = Submission.objects.filter(sha256=sha256).first()
    if known is None:
        document = _understood(member)
        try:
            with transaction.atomic():
                submission = _submission(sha256, member, document, name, uploader)
        except IntegrityError:  # the same bytes came a moment ago
            known = Submission.objects.get(sha256=sha256)
        else:
            return Received(submission, _start(submission, member, document, owner), True, name)
    return Received(known, known.verifications.order_by("-revision").first(), False, name)


def _understood(member: Member) -> Document | None:
    if member.body is None:
        return None
    try:
        return understand(member.body)
    except LogProblem:
        return None


def _submission(sha256: str, member: Member, document: Document | None, name: str, uploader: User | None) -> Submission:
    kinds = Submission.Kind.values
    return Submission.objects.create(
        sha256=sha256,
        size=len(member.raw),
        name=name,
        kind=document.kind if document and document.kind in kinds else Submission.Kind.OTHER,
        game=game_for(document.game) if document and document.game else None,
        uploader=uploader,
    )


def _start(submission: Submission, member: Member, document: Document | None, owner: str) -> Verification | None:
    """What follows from a new submission: a place in the queue, a result at once, or a broken file at once."""
    if document is not None and submission.kind in JUDGED:
        return verification_queue(submission, owner=owner)
    if document is not None and submission.kind == Submission.Kind.TABLE_RECORD:
        result_record(submission, document)
        return None
    verification = Verification(submission=submission, revision=revision_for(submission.game), owner=owner)
    problem = member.problem
    if problem is None and member.body is not None:
        verdict = verify_log(member.body)
        verification.verdict, verification.code = verdict.verdict, verdict.code or ""
        verification.facts = msgspec.to_builtins(verdict.facts)
    elif problem is not None:
        verification.verdict, verification.code = "unreadable", problem.code
        verification.facts = msgspec.to_builtins(problem.facts)
    verification.state = Verification.State.DONE
    verification.finished_at = Now()
    verification.save()
    return verification


def verification_queue(submission: Submission, *, owner: str) -> Verification:
    """Put a submission into the queue under the present rules revision, and ring once that is committed."""
    verification = Verification.objects.create(
        submission=submission, revision=revision_for(submission.game), owner=owner, turn=turn_for(owner)
    )
    transaction.on_commit(partial(queue.ring, "games.verify_waiting", verification.pk))
    return verification


def revision_for(game: Game | None) -> int:
    """The present rules revision of a game; 0 without an engine."""
    engine = registry.ENGINES.get(game.key) if game else None
    return engine.rules.revision if engine else 0


def turn_for(owner: str) -> int:
    """The next turn of an owner: behind his own waiting rows, and level with whoever is next.

    So a newcomer comes before all but the first row of a crowd, and a crowd's rows come one at a time.
    """
    waiting = Verification.objects.filter(state=Verification.State.QUEUED).order_by()
    last = waiting.filter(owner=owner).aggregate(last=Max("turn"))["last"]
    first = waiting.aggregate(first=Min("turn"))["first"]
    return max(-1 if last is None else last + 1, first or 0, 0)
