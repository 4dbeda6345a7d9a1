"""Asking for publications, in the transaction of what causes them. A worker brings them (`ladder.publishing.bring`)."""

from games.models import OutboxRow, User
from games.services.outbox import outbox_add
from games.services.retry import atomic_retried
from ladder.models import Publication, PublishTarget, Season

KIND = "publication"
TRIES = 6
"""The first attempt and five more."""
Cause = Publication.Cause


@atomic_retried
def publication_due(season: Season, cause: str, *, by: User | None = None) -> list[Publication]:
    """A month of a league was closed (`close`) or revised (`revision`): bring the copy to each target that is not paused.

    Call it in the transaction that closes or revises.
    """
    targets = PublishTarget.objects.filter(ladder=season.ladder, paused=False)
    return [publication_ask(target, cause, season=season, by=by) for target in targets.order_by("pk")]


@atomic_retried
def publication_ask(
    target: PublishTarget, cause: str, *, season: Season | None = None, by: User | None = None
) -> Publication:
    """A publication that waits for a worker. A whole copy that waits already, not begun, does for this one, too.

    A copy is built when a worker begins, so one that has begun may have missed what happens now.
    """
    if cause not in (Cause.MONTH, Cause.ROLLBACK):
        waiting = Publication.objects.filter(target=target, files={}).exclude(cause__in=[Cause.MONTH, Cause.ROLLBACK])
        job = (
            OutboxRow.objects.select_for_update(no_key=True)
            .filter(publication__in=waiting, attempts=0, state=OutboxRow.State.QUEUED)
            .first()
        )
        if job is not None:
            return Publication.objects.get(job=job)
    saved = season if season is not None and season.pk is not None else None
    publication = Publication.objects.create(target=target, cause=cause, season=saved, by=by)
    publication.job = outbox_add(KIND, f"{KIND}:{publication.pk}", tries=TRIES, publication=publication.pk)
    publication.save(update_fields=["job"])
    return publication
