"""Bringing a copy to its target: build, compare, upload what changed with the index last, check, remove what is gone.

Every step may be cut off; what lies at the target is noted file by file, so the next attempt goes on from there.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from games import limits
from games.models import OutboxRow
from games.services.audit import audit
from games.services.outbox import Later, NotSent, Sender
from ladder.models import CopyFile, Publication, PublishTarget, TargetFile
from ladder.publishing.copy import INDEX, content_of, copy_of, packed, stamp_of
from ladder.publishing.targets import open_target
from ladder.publishing.targets.base import Failed, Session

Cause = Publication.Cause
PAUSES = (60, 300, 900, 3600, 10800)
"""Seconds before each further attempt."""
BUSY_SECONDS = 5
KEPT_COPIES = 3
"""Whole copies kept for each target, to go back to."""
KEPT_PUBLICATIONS = 30
COPIES = 7_265_418
"""Key of the lock under which contents of copies are stored and dropped."""


def publication_send(row: OutboxRow) -> bool:
    """One attempt. False where time is up and the rest waits for the next task."""
    publication = Publication.objects.select_related("target__ladder", "season").filter(job=row).first()
    if publication is None or is_superseded(publication):
        return True
    if not _held(publication):
        raise Later(BUSY_SECONDS)
    stop = time.monotonic() + limits.OUTBOX_SLICE_SECONDS
    if not publication.files:
        build(publication)
    try:
        done = _bring(publication, stop)
    except NotSent:
        if publication.cause != Cause.ROLLBACK:  # the next attempt, much later, begins with what is true then
            Publication.objects.filter(pk=publication.pk).update(files={})
        raise
    if done:
        _finish(publication)
    return done


SENDER = Sender(publication_send, PAUSES)


def is_superseded(publication: Publication) -> bool:
    """Whether a later copy is meant for the target, so that this one would only bring back the past."""
    later = Publication.objects.filter(target=publication.target, pk__gt=publication.pk)
    return later.exclude(cause=Cause.MONTH).exclude(job__state=OutboxRow.State.DEAD).exists()


@transaction.atomic
def _held(publication: Publication) -> bool:
    """Take hold of the target, unless another publication is under way there."""
    target = PublishTarget.objects.select_for_update(no_key=True).get(pk=publication.target_id)
    busy = Publication.objects.filter(pk=target.holder, job__state=OutboxRow.State.RUNNING).exclude(pk=publication.pk)
    if busy.exists():
        return False
    PublishTarget.objects.filter(pk=target.pk).update(holder=publication.pk)
    return True


def build(publication: Publication) -> None:
    """Make the copy and store it, so that each attempt and each way back has the same bytes."""
    target, now = publication.target, timezone.now()
    lying = {file.path: (file.core, file.sha256) for file in target.files.all()}
    only = publication.season if publication.cause == Cause.MONTH and lying else None
    files = packed(copy_of(target.ladder, only=only, now=now), lying, stamp_of(target.ladder, now))
    with copies_locked():
        CopyFile.objects.bulk_create([file for file in files.values() if file.packed], ignore_conflicts=True)
        publication.files = {path: file.sha256 for path, file in files.items()}
        if only is not None:
            publication.files = {path: sha256 for path, (_core, sha256) in lying.items()} | publication.files
        publication.save(update_fields=["files"])


@contextmanager
def copies_locked() -> Iterator[None]:
    """Nobody drops a content that somebody is about to name. (SQLite has one writer anyway.)"""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [COPIES])
        yield


def changed_paths(publication: Publication) -> list[str]:
    """What the target lacks or has otherwise, the index last."""
    lying = dict(publication.target.files.values_list("path", "sha256"))
    paths = [path for path, sha256 in publication.files.items() if lying.get(path) != sha256]
    return sorted(paths, key=lambda path: (path == INDEX, path))


def _bring(publication: Publication, stop: float) -> bool:
    target = publication.target
    paths = changed_paths(publication)
    gone = list(target.files.exclude(path__in=publication.files).values_list("path", flat=True))
    Publication.objects.filter(pk=publication.pk).update(changed=F("sent") + len(paths))
    if not paths and not gone:
        return True
    step, path = "connect", ""
    try:
        with open_target(target) as session:
            for path in paths:
                step = "upload"
                _upload(publication, session, path)
                if time.monotonic() > stop:
                    return False
            for path in gone:
                step = "remove"
                session.remove(path)
                TargetFile.objects.filter(target=target, path=path).delete()
                Publication.objects.filter(pk=publication.pk).update(removed=F("removed") + 1)
    except Failed as problem:
        if problem.offered:
            PublishTarget.objects.filter(pk=target.pk).update(offered=problem.offered)
        raise problem.as_not_sent(step, path) from problem
    return True


def _upload(publication: Publication, session: Session, path: str) -> None:
    """Bring one file, look at its size there, and note that it lies there."""
    file = CopyFile.objects.get(pk=publication.files[path])
    content = content_of(file)
    session.put(path, content)
    size = session.size(path)
    if size != len(content):
        raise Failed("size", f"{size} ≠ {len(content)}")
    TargetFile.objects.update_or_create(
        target=publication.target, path=path, defaults={"sha256": file.sha256, "core": file.core}
    )
    Publication.objects.filter(pk=publication.pk).update(sent=F("sent") + 1)


def _finish(publication: Publication) -> None:
    publication.refresh_from_db()
    quiet = publication.cause == Cause.HOURLY and not (publication.sent or publication.removed)
    with copies_locked():
        if quiet:
            publication.delete()
        else:
            facts = {"ladder": publication.target.ladder.slug, "cause": publication.cause, "sent": publication.sent}
            audit("target.published", publication.target, actor=None, **facts)
        prune(publication.target)


def prune(target: PublishTarget) -> None:
    """Drop what nobody goes back to: old publications, older copies, contents that none names. Under the lock."""
    pks = list(target.publications.values_list("pk", flat=True))
    target.publications.filter(pk__in=pks[KEPT_PUBLICATIONS:]).exclude(job__state__in=["queued", "running"]).delete()
    copies = target.publications.filter(job__state__in=["done", "running"]).exclude(files={})
    older = list(copies.values_list("pk", flat=True))[KEPT_COPIES:]
    target.publications.filter(pk__in=older).exclude(job__state="running").update(files={})
    drop_contents()
    OutboxRow.objects.filter(kind="publication", state="done", publication=None).delete()


def forget_copies() -> None:
    """Somebody is to be forgotten: no copy from before is kept to go back to, at any target."""
    with copies_locked():
        Publication.objects.filter(job__state__in=["done", "dead"]).update(files={})
        drop_contents()


def drop_contents() -> None:
    """Drop the contents that neither a kept copy nor what lies at a target names. Under the lock."""
    named = set(TargetFile.objects.values_list("sha256", flat=True))
    for files in Publication.objects.exclude(files={}).values_list("files", flat=True):
        named.update(files.values())
    CopyFile.objects.exclude(pk__in=named).delete()
