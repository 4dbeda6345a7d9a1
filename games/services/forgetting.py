"""Somebody's name removed for good: a neutral one stands in its place everywhere, and no number changes."""

import hashlib
import secrets
from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from games import storage
from games.engine.errors import MalformedLog
from games.forgetting import forget, forget_in
from games.intake import intake
from games.models import (
    Claim,
    Deletion,
    DuplicateReport,
    Identity,
    Name,
    OldAddress,
    Player,
    Submission,
    User,
    Verification,
)
from games.selectors.players import formerly
from games.services.audit import audit
from games.services.names_kept import names_changed
from games.services.naming import locked
from games.services.notices import notices_reword
from games.services.players import slug_free, unreadable
from games.services.retry import atomic_retried
from games.services.verification import judge_body, same_judgement

SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


@atomic_retried
def player_anonymise(
    player: Player, word: str, *, by: User | None, reason: str = ""
) -> tuple[Player, list[Submission]]:
    """Remove a player's names and ids, also those of players merged into him. There is no way back.

    `word` is what he is called, with four signs behind it. Gives the files whose content depends on his name, so that
    it could not be taken out. Raises `PersonRefused`.
    """
    player = locked(player)
    parts = [player, *formerly(player)]
    neutral = neutral_name(word)
    names = sorted({name.text for name in Name.objects.filter(player=player)} | {part.known_as for part in parts})
    ids = list(Identity.objects.filter(player=player))
    left = logs_forget(player, names, [identity.platform_id for identity in ids], neutral)
    for identity in ids:
        identity.platform_id = unreadable(identity.platform, identity.platform_id)
        identity.save(update_fields=["platform_id"])
    Name.objects.filter(player=player).delete()
    for part in parts:
        OldAddress.objects.get_or_create(digest=OldAddress.digest_of(part.slug), defaults={"player": player})
        part.slug, part.name, part.full_name = slug_free(neutral), neutral, ""
        part.save(update_fields=["slug", "name", "full_name"])
    player.state = Player.State.ANONYMISED
    player.save(update_fields=["state"])
    names_changed()
    words_forget(parts)
    platform_ids = [identity.platform_id for identity in ids]
    notices_reword(lambda facts: forget_in(facts, names, platform_ids, neutral, neutral_number(player)))
    audit("player.anonymised", player, actor=by, reason=reason)
    return player, left


def neutral_name(word: str) -> str:
    """A name that nobody has."""
    while True:
        name = f"{word} {''.join(secrets.choice(SIGNS) for _sign in range(4))}"
        if not Player.objects.filter(name=name).exists():
            return name


def words_forget(parts: list[Player]) -> None:
    """What people wrote about who he is."""
    ids = [part.pk for part in parts]
    Claim.objects.filter(player__in=ids).update(words="")
    DuplicateReport.objects.filter(one__in=ids).update(words="")
    DuplicateReport.objects.filter(other__in=ids).update(words="")
    Deletion.objects.filter(player__in=ids).update(words="", contact="")


def logs_forget(player: Player, names: list[str], ids: list[str], neutral: str) -> list[Submission]:
    """Take somebody out of the stored logs of his matches. A log that would then be judged otherwise stays as it is."""
    number = neutral_number(player)
    left = []
    for submission in files_of(player):
        _row_forget(submission, names, ids, neutral, number)
        if not _file_forget(submission, lambda raw, body: forget(raw, body, names, ids, neutral, number)):
            left.append(submission)
    return left


def files_of(player: Player) -> QuerySet[Submission]:
    return Submission.objects.filter(match__seats__player=player).distinct().order_by("pk")


def neutral_number(player: Player) -> str:
    """A number of fifteen digits that is nobody's on any platform, always the same for one player."""
    digest = hashlib.sha256(f"player:{player.pk}".encode()).hexdigest()
    return "9" + str(int(digest, 16))[:14]


def _row_forget(submission: Submission, names: list[str], ids: list[str], neutral: str, number: str) -> None:
    """What was read from the file before."""
    if any(name.casefold() in submission.name.casefold() for name in names):
        submission.name = ""
        submission.save(update_fields=["name"])
    for row in Verification.objects.filter(submission=submission):
        row.players = forget_in(row.players, names, ids, neutral, number)
        row.facts = forget_in(row.facts, names, ids, neutral, number)
        row.notes = forget_in(row.notes, names, ids, neutral, number)
        row.save(update_fields=["players", "facts", "notes"])


def _file_forget(submission: Submission, told: Callable[[bytes, bytes], bytes]) -> bool:
    """Put the file without the name in the place of the other; False where that would change what it says."""
    try:
        raw = storage.load(submission.sha256)
    except storage.Damaged:
        return False
    except FileNotFoundError:
        return True  # where nothing is nobody is named
    try:
        body = intake(raw)
    except MalformedLog:
        body = raw
    fresh = told(raw, body)
    if fresh == raw:
        return True
    if not same_judgement(judge_body(raw), judge_body(fresh)):
        return False
    before, submission.sha256 = submission.sha256, storage.store(fresh)
    submission.size = len(fresh)
    submission.save(update_fields=["sha256", "size"])
    transaction.on_commit(partial(storage.remove, before))
    return True
