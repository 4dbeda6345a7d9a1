"""What managers do with targets: add, change, test, pause, remove, publish, go back."""

import posixpath
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games.models import AuditEntry, OutboxRow, User
from games.services.audit import audit
from games.services.outbox import outbox_again
from games.services.retry import atomic_retried
from ladder.models import Ladder, Publication, PublishTarget, Season, TakeAway
from ladder.publishing.due import Cause, publication_ask
from ladder.publishing.secrets import resealed, seal
from ladder.publishing.targets import probe
from ladder.publishing.targets.base import Failed

DEFAULT_PORTS = {"sftp": "22", "ftp": "21", "ftps": "21"}


class Stale(Exception):
    """Somebody else changed it meanwhile; `now` is how it is."""

    def __init__(self, now: PublishTarget | TakeAway) -> None:
        super().__init__(now.pk)
        self.now = now


class PlaceTaken(Exception):
    """Another target, of this league or of another one, brings its copy to the same place."""


class NoCopyBefore(Exception):
    """There is no other copy to go back to."""


@atomic_retried
def target_add(
    ladder: Ladder, *, name: str, kind: str, place: Mapping[str, Any], secret: str, by: User | None
) -> PublishTarget:
    """A new target; the secret is encrypted here and shown by nothing. Raises `PlaceTaken`."""
    _places_locked()
    _check_free(kind, place)
    target = PublishTarget.objects.create(ladder=ladder, name=name, kind=kind, place=dict(place), secret=seal(secret))
    _noted("target.added", target, by, kind=kind, place=dict(place))
    return target


@atomic_retried
def target_change(
    target: PublishTarget, *, edition: int, by: User | None, secret: str = "", **fields: Any
) -> PublishTarget:
    """Change name, place or switches; an empty secret keeps the one that is there. Raises `Stale`, `PlaceTaken`.

    At another host another key will be shown, so the confirmed one is forgotten; and nothing of ours lies there yet.
    """
    if "place" in fields:
        _places_locked()
    now = _at_edition(target, edition)
    before = {name: getattr(now, name) for name in fields}
    if "place" in fields:
        _check_free(now.kind, fields["place"], but=now)
    for name, value in fields.items():
        setattr(now, name, value)
    if secret:
        now.secret = seal(secret)
    moved = "place" in fields and any(
        before["place"].get(key) != now.place.get(key) for key in {*before["place"], *now.place} - {"user"}
    )
    if moved:
        now.fingerprint = now.offered = ""
        now.files.all().delete()
    now.edition += 1
    now.save()
    changed = {name: [before[name], value] for name, value in fields.items() if before[name] != value}
    _noted("target.changed", now, by, changed=changed, secret_changed=bool(secret))
    return now


def _check_free(kind: str, place: Mapping[str, Any], *, but: PublishTarget | None = None) -> None:
    """Two copies in one place would overwrite each other page by page."""
    others = PublishTarget.objects.exclude(pk=but.pk if but else None)
    if spot(kind, place) in {spot(*other) for other in others.values_list("kind", "place")}:
        raise PlaceTaken


def _places_locked() -> None:
    """Two managers who choose one place at the same instant come one after the other."""
    list(Ladder.objects.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))


def spot(kind: str, place: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """A place in one way of writing it: equal for two that lead to the same folder, whatever the slashes and capitals."""
    told = {key: str(value).strip() for key, value in place.items() if value not in (None, "")}
    for key in ("host", "endpoint", "bucket"):
        if key in told:
            told[key] = told[key].lower().rstrip("/.")
    if "path" in told:
        told["path"] = posixpath.normpath(told["path"]).removeprefix(".")
    if kind in DEFAULT_PORTS:
        told.setdefault("port", DEFAULT_PORTS[kind])
    for key in ("region", "user") if kind == "s3" else ():
        told.pop(key, None)
    return (("kind", "ftp" if kind == "ftps" else kind), *sorted((key, value) for key, value in told.items() if value))


@atomic_retried
def target_confirm_key(target: PublishTarget, *, edition: int, shown: str, by: User | None) -> PublishTarget:
    """Trust the key or certificate that the server showed, if it is still the one that the person saw. Raises `Stale`."""
    now = _at_edition(target, edition)
    if not shown or now.offered != shown:
        raise Stale(now)
    now.fingerprint, now.offered = shown, ""
    now.edition += 1
    now.save(update_fields=["fingerprint", "offered", "edition"])
    _noted("target.key_confirmed", now, by, fingerprint=shown)
    waiting = OutboxRow.objects.filter(publication__target=now, state=OutboxRow.State.DEAD)
    for row in waiting.filter(problem__code__in=["host_key", "certificate"]):
        outbox_again(row)
    return now


@atomic_retried
def target_remove(target: PublishTarget, *, edition: int, by: User | None) -> None:
    """Forget a target with its secret; what lies there stays there. Raises `Stale`."""
    now = _at_edition(target, edition)
    now.edition += 1
    _noted("target.removed", now, by)
    jobs = list(now.publications.values_list("job", flat=True))
    now.delete()
    OutboxRow.objects.filter(pk__in=jobs).delete()


@atomic_retried
def target_reseal(target: PublishTarget, *, by: User | None) -> None:
    """Encrypt the same secret with the first of the present keys. Raises `SecretLost`."""
    now = PublishTarget.objects.select_for_update(no_key=True).get(pk=target.pk)
    now.secret = resealed(now.secret)
    now.save(update_fields=["secret"])
    _noted("target.secret_resealed", now, by)


def target_test(target: PublishTarget) -> None:
    """Write and remove a small file. Raises `Failed`; a key that nobody confirmed yet is kept, to be confirmed."""
    try:
        probe(target)
    except Failed as problem:
        if problem.offered:
            PublishTarget.objects.filter(pk=target.pk).update(offered=problem.offered)
        raise


@atomic_retried
def publish_now(target: PublishTarget, *, by: User | None, season: Season | None = None) -> Publication:
    """Bring the whole copy, or the pages of one month."""
    publication = publication_ask(target, Cause.HAND if season is None else Cause.MONTH, season=season, by=by)
    _noted("target.publication_asked", target, by, month=season.key if season else "")
    return publication


@atomic_retried
def roll_back(target: PublishTarget, *, by: User | None) -> Publication:
    """Bring back the copy that lay there before the present one. Raises `NoCopyBefore`."""
    copies = target.publications.filter(job__state=OutboxRow.State.DONE).exclude(files={})
    present = copies.first()
    if forgotten := AuditEntry.objects.filter(act="player.anonymised").order_by("pk").last():
        copies = copies.filter(created_at__gte=forgotten.at)  # an older copy would bring the name back
    before = next((copy for copy in copies if present and copy.files != present.files), None)
    if before is None:
        raise NoCopyBefore
    publication = publication_ask(target, Cause.ROLLBACK, by=by)
    Publication.objects.filter(pk=publication.pk).update(files=before.files)
    publication.files = before.files
    _noted("target.rolled_back", target, by, to=before.created_at.isoformat())
    return publication


@atomic_retried
def publication_again(publication: Publication, *, by: User | None) -> None:
    """Try one that was given up, or that waits for its next attempt, at once."""
    if publication.job is not None and outbox_again(publication.job):
        _noted("target.publication_retried", publication.target, by)


@atomic_retried
def take_away_change(ladder: Ladder, *, version: int, by: User | None, **fields: Any) -> TakeAway:
    """Change the texts, their length, or which sites may show the embedded ranking. Raises `Stale`."""
    Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    now = TakeAway.objects.filter(ladder=ladder).first() or TakeAway(ladder=ladder, version=0)
    if now.version != version:
        raise Stale(now)
    before = {name: getattr(now, name) for name in fields}
    for name, value in fields.items():
        setattr(now, name, value)
    now.version += 1
    now.save()
    changed = {name: [before[name], value] for name, value in fields.items() if before[name] != value}
    audit("pieces.changed", now, actor=by, ladder=ladder.slug, changed=changed)
    return now


def _at_edition(target: PublishTarget, edition: int) -> PublishTarget:
    now = PublishTarget.objects.select_for_update(no_key=True).get(pk=target.pk)
    if now.edition != edition:
        raise Stale(now)
    return now


def _noted(act: str, target: PublishTarget, by: User | None, **facts: Any) -> None:
    """An entry about a target; its acts are counted, for publishing changes no field of it."""
    audit(act, target, actor=by, ladder=target.ladder.slug, name=target.name, **facts)


def publish_hourly() -> int:
    """Ask for the copies that follow an open month by the hour. Safe to run twice. Returns how many."""
    targets = PublishTarget.objects.filter(hourly=True, paused=False)
    with transaction.atomic():
        return len([publication_ask(target, Cause.HOURLY) for target in targets.order_by("pk")])
