"""New versions of a league's rules. A version is for the months to come; months that began keep theirs."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from games.models import Game, User
from games.services.audit import audit
from games.services.errors import NotAllowed
from games.services.retry import atomic_retried
from ladder.models import Ladder, LadderRules
from ladder.permissions import may
from ladder.scoring.rules import Rules, document_of, rules_from


class RulesRefused(Exception):
    """The rules stay as they are. `code`: `unchanged`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class RulesConflict(Exception):
    """Somebody else wrote a version meanwhile; `latest` is it."""

    def __init__(self, latest: LadderRules) -> None:
        super().__init__(latest.version)
        self.latest = latest


@atomic_retried
def rules_change(
    ladder: Ladder, document: Mapping[str, Any], *, words: str = "", version: int | None = None, by: User | None
) -> LadderRules:
    """Write the next version of a league's rules, for the months from the next one on.

    `version` is the newest one that the person saw. A lot that is new gets its seed here. Raises `NotAllowed`,
    `RulesConflict`, `RulesRefused`, and `msgspec.ValidationError` for a document that is none.
    """
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    if by is not None and not may(by, "edit_rules", ladder):
        raise NotAllowed("role", act="edit_rules")
    latest = ladder.rules.latest("version")
    if version is not None and version != latest.version:
        raise RulesConflict(latest)
    rules = rules_from(seeded(document, latest.rules.lot_seed))
    if (rules, words) == (latest.rules, latest.words):
        raise RulesRefused("unchanged")
    row = LadderRules.objects.create(
        ladder=ladder,
        version=latest.version + 1,
        params=document_of(rules),
        words=words,
        since=next_month(ladder),
        created_by=by,
    )
    # A month that is set up but has not begun opens under the new version.
    ladder.seasons.filter(start__gt=timezone.now(), revision=0).update(rules=row)
    take_games(ladder, rules)
    audit("rules.changed", row, actor=by, ladder=ladder.slug, since=row.since)
    return row


def seeded(document: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """The document with a seed where it draws lots, and without one where it does not."""
    drawn = "lot" in document.get("tie_breaks", ())
    return {**document, "lot_seed": (document.get("lot_seed") or before or secrets.token_hex(16)) if drawn else ""}


def next_month(ladder: Ladder) -> str:
    """The month after the present one by the league's clocks: `2026-11`."""
    now = timezone.now().astimezone(ladder.zone)
    year, month = (now.year + 1, 1) if now.month == 12 else (now.year, now.month + 1)
    return f"{year:04}-{month:02}"


def take_games(ladder: Ladder, rules: Rules) -> None:
    """A league that takes some games only takes those, too, that its rules name."""
    if rules.inclusion.games and ladder.games.exists():
        ladder.games.add(*Game.objects.filter(key__in=rules.inclusion.games))
