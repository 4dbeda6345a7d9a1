"""What is told about a match's result: its versions with what changed, and other accounts beside the one that stands."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import AuditEntry, Match, Player, ResultVersion, Seat, Submission
from games.services.players import players_known
from games.services.told import told_by
from ladder.formats import ordinal
from ladder.views.match_parts import Names

MAKE_VERSIONS = ("match.corrected", "match.decided", "match.restated")
"""Acts that make a further version of a result."""
FLAGS = dict(Seat.Flag.choices)
ENDINGS = dict(Match.Ending.choices)


@dataclass(frozen=True)
class Told:
    """What an account says of one person. `player` is None for somebody who is not known here."""

    player: Player | None
    name: str
    place: int | None
    score: int | None
    flag: str

    def __str__(self) -> str:
        return said(self.place, self.score, self.flag)


@dataclass(frozen=True)
class Account:
    """Another account of a match's result: a file, or what somebody of the table states. `key` stands in addresses."""

    key: str
    title: str
    at: dt.datetime
    lines: Sequence[Told]
    ending: str
    submission: Submission | None = None

    def of(self, player: int) -> Told | None:
        return next((line for line in self.lines if line.player is not None and line.player.pk == player), None)


@dataclass(frozen=True)
class Row:
    """One person in the comparison: what stands, and what each account says."""

    name: str
    stands: str
    told: Sequence[tuple[str, bool]]
    """Text, and whether it differs."""


def said(place: int | None, score: int | None, flag: str) -> str:
    """1st, 131, left."""
    parts = [ordinal(place) if place else _("no place")]
    if score is not None:
        parts.append(str(score))
    if flag != Seat.Flag.PLAYED:
        parts.append(str(FLAGS.get(flag, flag)))
    return ", ".join(parts)


def accounts(match: Match, history: Iterable[AuditEntry], files: Iterable[Submission], names: Names) -> list[Account]:
    """Accounts that differ from what stands, oldest first: of files, and of people of the table."""
    entries = [entry for entry in history if entry.act == "match.stated"]
    known = people_of([line["player"] for entry in entries for line in entry.facts.get("told", [])])
    stated = [
        Account(
            key=f"stated-{entry.pk}",
            title=names.of(entry.actor) or _("somebody of the table"),
            at=entry.at,
            lines=[told(known, line) for line in entry.facts.get("told", [])],
            ending=entry.facts.get("ending", ""),
        )
        for entry in entries
    ]
    found = [*stated, *filter(None, (file_account(file, names) for file in files))]
    return sorted((account for account in found if differs(match, account)), key=lambda account: account.at)


def file_account(file: Submission, names: Names) -> Account | None:
    """What a file with another result tells; None for one that tells none."""
    result = told_by(file) if file.relation == Submission.Relation.OTHER_RESULT else None
    if result is None:
        return None
    known = players_known([seat.seen for seat in result.seats])
    name = names.of(file.uploader)
    kind = str(file.get_kind_display())
    return Account(
        key=f"file-{file.pk}",
        title=_("%(kind)s, brought by %(name)s") % {"kind": kind, "name": name} if name else kind,
        at=file.created_at,
        lines=[Told(known.get(seat.seen), seat.seen.name, seat.place, seat.score, seat.flag) for seat in result.seats],
        ending=result.ending,
        submission=file,
    )


def differs(match: Match, account: Account) -> bool:
    stored = {seat.player_id: (seat.place, seat.score, seat.flag) for seat in match.seats.all()}
    lines = {line.player.pk if line.player else 0: (line.place, line.score, line.flag) for line in account.lines}
    return stored != lines


def compared(match: Match, seats: Sequence[Seat], found: Sequence[Account]) -> list[Row]:
    """The people of the table, and whom an account names besides, with what is said of each."""
    rows = []
    for seat in seats:
        stands = said(seat.place, seat.score, seat.flag)
        lines = [account.of(seat.player_id) for account in found]
        texts = [str(line) if line else _("not at the table") for line in lines]
        rows.append(Row(seat.player.name, stands, [(text, text != stands) for text in texts]))
    seated = {seat.player_id for seat in seats}
    for number, account in enumerate(found):
        for line in account.lines:
            if line.player is None or line.player.pk not in seated:
                cells = [(str(line), True) if n == number else ("–", False) for n in range(len(found))]
                rows.append(Row(line.name, _("not at the table"), cells))
    return rows


# Versions


@dataclass(frozen=True)
class Change:
    """What a version changed: of whom or what, from, to."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Version:
    number: int
    at: dt.datetime
    who: str
    cause: str
    reason: str
    changes: Sequence[Change]
    is_now: bool


def versions(results: Sequence[ResultVersion], names: Names, when: Any) -> list[Version]:
    """The versions of a result, newest first, each with what it changed; empty where there is only one.

    `when` writes an instant.
    """
    if len(results) < 2:
        return []
    known = people_of([line["player"] for result in results for line in result.seats])
    shown = []
    for number, result in enumerate(results):
        before = results[number - 1] if number else None
        shown.append(
            Version(
                number=result.number,
                at=result.created_at,
                who=names.of(result.author),
                cause=str(result.get_cause_display()),
                reason=result.reason,
                changes=changes(before, result, known, when) if before else first_lines(result, known),
                is_now=number == len(results) - 1,
            )
        )
    return shown[::-1]


def changes(before: ResultVersion, after: ResultVersion, known: dict[int, Player], when: Any) -> list[Change]:
    old, new = ({line["player"]: told(known, line) for line in result.seats} for result in (before, after))
    found = [
        Change(line.name, str(old[pk]) if pk in old else "–", str(new[pk]) if pk in new else "–")
        for pk, line in {**old, **new}.items()
        if str(old.get(pk)) != str(new.get(pk))
    ]
    if before.ending != after.ending:
        found.append(Change(_("How it ended"), str(ENDINGS[before.ending]), str(ENDINGS[after.ending])))
    if before.ended_at != after.ended_at:
        found.append(
            Change(_("End of the match"), *(when(end) if end else "–" for end in (before.ended_at, after.ended_at)))
        )
    return found


def first_lines(result: ResultVersion, known: dict[int, Player]) -> list[Change]:
    lines = [told(known, line) for line in result.seats]
    return [
        Change(line.name, "", str(line))
        for line in sorted(lines, key=lambda line: (line.place is None, line.place or 0))
    ]


def told(known: dict[int, Player], line: dict[str, Any]) -> Told:
    player = known.get(line["player"])
    return Told(player, player.name if player else "?", line["place"], line["score"], line["flag"])


def people_of(pks: Iterable[int]) -> dict[int, Player]:
    """Players by number; whoever was merged is the one he was merged into."""
    wanted = set(pks)
    found = Player.objects.select_related("merged_into").in_bulk(wanted) if wanted else {}
    return {pk: player.merged_into or player for pk, player in found.items()}
