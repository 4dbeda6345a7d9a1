"""Uploads: the bytes are kept before anything is done with them, and the row is the job."""

import ipaddress
from functools import partial

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Max, Min
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from games import intake, queue, registry, storage
from games.engine.errors import MalformedLog
from games.engine.text import clean_name
from games.intake import Member
from games.models import Game, Match, Submission, User, Verification
from games.services.effects import result_of, result_record, results_history
from games.services.results import GAME_KEY, game_for
from games.services.retry import atomic_retried
from games.understand import Document, understand

JUDGED = {Submission.Kind.LOG, Submission.Kind.RECORD}
"""Kinds that are replayed. A table record is a result at once; anything else is a broken file at once."""


class Received(msgspec.Struct, frozen=True):
    """The answer to one file. `name` is the file's, or that of the member of a zip."""

    submission: Submission
    verification: Verification | None
    is_new: bool
    name: str


def submission_create(
    raw: bytes, *, name: str = "", uploader: User | None, address: str = "", about: Match | None = None
) -> list[Received]:
    """Take in an upload; a zip is one submission for each member. Nothing in `raw` makes this fail.

    The same bytes again are "already here": `is_new` is False, and nothing changes. `about` is the match about which it
    is brought, as grounds of an objection. Raises `storage.StorageFull`.
    """
    owner = owner_of(uploader, address)

    def receive(member: Member) -> Received:
        if not member.raw:  # an entry of a zip that is not taken out: the zip itself is what was brought
            member.raw = raw
        return _receive(member, uploader, owner, about)

    return list(map(receive, intake.unpack(raw, name)))  # a loop would hold each member while the next is unpacked


def owner_of(uploader: User | None, address: str) -> str:
    """Whose turns in the queue an upload uses up: an account's, or a visitor's network's, which is not readable."""
    if uploader is not None:
        return f"account-{uploader.pk}"
    prefix = 64 if ":" in address else 24
    network = ipaddress.ip_network(f"{address}/{prefix}", strict=False) if address else "unknown"
    return f"network-{salted_hmac('games.submissions.owner', str(network)).hexdigest()[:16]}"


@atomic_retried
def _receive(member: Member, uploader: User | None, owner: str, about: Match | None) -> Received:
    name, sha256 = clean_name(member.name), storage.store(member.raw)
    known = Submission.objects.filter(sha256=sha256).first()
    if known is None:
        document = None if member.body is None else understand(member.body)
        try:
            with transaction.atomic():
                submission = _submission(sha256, member, document, name, uploader, about)
                if not storage.has(sha256):  # a stray of a former attempt that was swept away this very moment
                    storage.store(member.raw)
        except IntegrityError:  # the same bytes came a moment ago
            known = Submission.objects.get(sha256=sha256)
        else:
            return Received(submission, _start(submission, member, document, owner, about), True, name)
    if about is not None and known.match_id is None and known.kind == Submission.Kind.OTHER:
        known.match, known.relation = about, Submission.Relation.GROUNDS
        known.save(update_fields=["match", "relation"])
    return Received(known, known.verifications.order_by("-revision").first(), False, name)


def _submission(
    sha256: str, member: Member, document: Document | None, name: str, uploader: User | None, about: Match | None
) -> Submission:
    """The row. What tells no result, or is yet to be judged, lies with the match about which it was brought."""
    kind, game = Submission.Kind.OTHER, None
    if document is not None and not _fault(document):
        kind = Submission.Kind(document.kind)
        game = game_for(document.game) if GAME_KEY.fullmatch(document.game or "") else None
    grounds = about is not None and kind in {Submission.Kind.OTHER, *JUDGED}
    return Submission.objects.create(
        sha256=sha256,
        size=len(member.raw),
        name=name,
        kind=kind,
        game=game,
        uploader=uploader,
        match=about if grounds else None,
        relation=Submission.Relation.GROUNDS if grounds else "",
    )


def _fault(document: Document) -> str:
    """Why a document leads nowhere, as a code; empty for one that is to be judged or tells a result."""
    code = str(document.facts.get("code", ""))
    if document.kind in JUDGED:
        return code if document.game is None and code.startswith("malformed.") else ""
    if document.kind == "bga_error":
        return MalformedLog("site_error").code
    if document.kind == Submission.Kind.HISTORY:
        return "" if document.rows else MalformedLog("no_places" if document.facts["rows"] else "no_packets").code
    if document.kind != Submission.Kind.TABLE_RECORD:
        return code or MalformedLog("no_packets").code
    return code or ("" if result_of(document) else MalformedLog("no_places").code)


def _start(
    submission: Submission, member: Member, document: Document | None, owner: str, about: Match | None
) -> Verification | None:
    """What follows from a new submission: a place in the queue, a result at once, or a broken file at once."""
    if submission.kind in JUDGED:
        return verification_queue(submission, owner=owner)
    if document is not None and submission.kind == Submission.Kind.TABLE_RECORD:
        result_record(submission, document, about)
        return None
    if document is not None and submission.kind == Submission.Kind.HISTORY:
        results_history(submission, document)
        return None
    if document is None:
        problem = member.problem or MalformedLog("empty")
        code, facts = problem.code, problem.facts
    else:
        code, facts = _fault(document), {name: fact for name, fact in document.facts.items() if name != "code"}
    return Verification.objects.create(
        submission=submission,
        revision=0,
        owner=owner,
        state=Verification.State.DONE,
        finished_at=Now(),
        verdict=Verification.Verdict.UNREADABLE,
        code=code,
        facts=msgspec.to_builtins(facts),
    )


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
