"""All that is kept about one person, as a file to take away: JSON, CSV and the uploaded files."""

import io
import json
import secrets
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import translation

from games import queue, storage
from games.models import (
    AuditEntry,
    Claim,
    Deletion,
    DuplicateReport,
    Notice,
    NoticeAddress,
    NoticeDelivery,
    PersonExport,
    Player,
    Seat,
    Submission,
    User,
    Voucher,
)
from games.places import place
from games.services.notices import settings_of
from games.services.retry import atomic_retried
from ladder.exports.tables import player_table
from ladder.exports.writers import as_csv
from ladder.models import Role
from ladder.notices.texts import told
from ladder.publishing.secrets import SecretLost, unseal

KEPT = timedelta(days=7)
BELL = "ladder.person_exports_build"


def name_of(export: PersonExport) -> str:
    """Under which name the file is kept."""
    return f"person-exports/{export.token}.zip"


def content(export: PersonExport) -> bytes:
    """The file. Raises `FileNotFoundError`."""
    return place().get(name_of(export))


@atomic_retried
def export_ask(user: User) -> PersonExport:
    """Ask for a file of one's data; one that waits, or is younger than an hour, does."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    recent = PersonExport.objects.filter(user=user, at__gte=datetime.now(UTC) - timedelta(hours=1)).first()
    if recent is not None:
        return recent
    export = PersonExport.objects.create(user=user, token=secrets.token_hex(32))
    transaction.on_commit(partial(queue.ring, BELL))
    return export


def exports_build() -> int:
    """Build what waits and remove what is older than a week; safe to run twice. Gives how many were built."""
    old = PersonExport.objects.filter(at__lt=datetime.now(UTC) - KEPT)
    for export in old:
        place().remove(name_of(export))
    old.delete()
    built = 0
    for export in PersonExport.objects.filter(ready_at=None).select_related("user__player").order_by("pk"):
        packed = person_zip(export.user, getattr(export.user, "player", None))
        place().put(name_of(export), packed)
        built += PersonExport.objects.filter(pk=export.pk).update(ready_at=datetime.now(UTC), size=len(packed))
    return built


def exports_remove(user: User) -> None:
    """Take away all files of a person, with their rows."""
    for export in PersonExport.objects.filter(user=user):
        transaction.on_commit(partial(place().remove, name_of(export)))
        export.delete()


def person_zip(user: User | None, player: Player | None) -> bytes:
    """The file: `person.json`, `results.csv`, and what he uploaded under `files/`."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        told = json.dumps(person(user, player), indent=2, ensure_ascii=False, default=str)
        archive.writestr("person.json", told)
        if player is not None:
            archive.writestr("results.csv", as_csv(player_table(player)))
        for submission in Submission.objects.filter(uploader=user) if user else ():
            if name := file_name(submission):
                archive.writestr(name, storage.load(submission.sha256))
    return packed.getvalue()


def file_name(submission: Submission) -> str:
    """Where an upload lies in the file, its ending by what it holds; empty for one that was lost here."""
    try:
        packed = storage.load(submission.sha256).startswith(b"\x1f\x8b")
    except FileNotFoundError:
        return ""
    return f"files/{submission.pk}.json{'.gz' if packed else ''}"


def person(user: User | None, player: Player | None) -> dict[str, Any]:
    """All facts about a person, as they are kept."""
    return {
        "made_at": datetime.now(UTC),
        "account": account(user) if user else None,
        "player": player_facts(player) if player else None,
        "matches": list(matches(player)) if player else [],
        "uploads": list(uploads(user)) if user else [],
        "acts": list(acts(user)) if user else [],
        "notices": list(notices(user)) if user else [],
        "notice_settings": notice_wishes(user) if user else None,
    }


def account(user: User) -> dict[str, Any]:
    fields = ("email", "first_name", "last_name", "language", "time_zone", "date_joined", "last_login", "is_superuser")
    return {name: getattr(user, name) for name in fields} | {
        "roles": list(Role.objects.filter(user=user).values("kind", "ladder__slug", "granted_at")),
        "claims": list(Claim.objects.filter(user=user).values("player__name", "words", "state", "at", "decided_at")),
        "vouched_for": list(Voucher.objects.filter(user=user).values("claim__player__name", "at")),
        "reports": list(DuplicateReport.objects.filter(by=user).values("one__name", "other__name", "words", "at")),
        "follows": list(user.follows.values("kind", "target_id", "at")),
        "deletions": list(Deletion.objects.filter(user=user).values("state", "at", "due_at")),
        "tokens": list(user.api_tokens.values("name", "scopes", "created_at", "last_used_at", "revoked_at")),
    }


def player_facts(player: Player) -> dict[str, Any]:
    return {
        "name": player.known_as,
        "hidden": player.is_hidden,
        "address": player.get_absolute_url(),
        "state": player.state,
        "since": player.created_at,
        "identities": list(player.identities.values("platform", "platform_id")),
        "names": list(player.names.values("text", "first_seen", "last_seen", "source")),
        "claims_of_others": Claim.objects.filter(player=player).filter(~Q(user=player.user_id)).count(),
    }


def matches(player: Player) -> Iterator[dict[str, Any]]:
    seats = Seat.objects.filter(player=player).select_related("match__game", "recorded_for").order_by("match")
    for seat in seats:
        yield {
            "match": seat.match.slug,
            "game": seat.match.game.key,
            "ended_at": seat.match.ended_at,
            "state": seat.match.state,
            "place": seat.place,
            "score": seat.score,
            "flag": seat.flag,
            "recorded_as": seat.recorded_for.known_as,
        }


def uploads(user: User) -> Iterator[dict[str, Any]]:
    for row in Submission.objects.filter(uploader=user).select_related("match").order_by("pk"):
        yield {
            "file": file_name(row),
            "name": row.name,
            "sha256": row.sha256,
            "at": row.created_at,
            "match": row.match.slug if row.match else None,
        }


def acts(user: User) -> Iterator[dict[str, Any]]:
    entries = AuditEntry.objects.filter(actor=user).order_by("pk")
    yield from entries.values("at", "act", "kind", "target_id", "role", "origin", "reason")


def notices(user: User) -> Iterator[dict[str, Any]]:
    """What he was told, in his own language, and on which ways it left."""
    sent: dict[int, list[dict[str, Any]]] = {}
    for row in NoticeDelivery.objects.filter(notice__user=user).values("notice", "channel", "state", "handed_at"):
        sent.setdefault(row.pop("notice"), []).append(row)
    with translation.override(user.language):
        for notice in Notice.objects.filter(user=user).order_by("pk"):
            words = told(notice, user.time_zone)
            yield {
                "at": notice.at,
                "kind": notice.kind,
                "title": words.title,
                "text": words.text,
                "link": notice.link,
                "read_at": notice.read_at,
                "sent": sent.get(notice.pk, []),
            }


def notice_wishes(user: User) -> dict[str, Any]:
    """What he wishes to be told, and his addresses in chats."""
    wishes = settings_of(User.objects.select_related("notice_settings").get(pk=user.pk))
    rows = NoticeAddress.objects.filter(user=user)
    return {
        "choices": wishes.choices,
        "digest": wishes.digest,
        "hour": wishes.hour,
        "addresses": [
            {"channel": row.channel, "address": opened(row), "confirmed_at": row.confirmed_at, "off_at": row.off_at}
            for row in rows
        ],
    }


def opened(row: NoticeAddress) -> str:
    try:
        return unseal(row.sealed)
    except SecretLost:
        return ""
