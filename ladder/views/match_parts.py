"""The parts of a match's page: who may do what, where it counts, its files, its history."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import AuditEntry, Match, Seat, Submission, User, Verification
from games.outcomes import WAITING, Outcome, outcome_of
from games.services.comments import COMMENTED
from games.services.matches import OBJECTION
from ladder.models import Role
from ladder.permissions import JUDGES, MAY, OFFICIALS, PLAYER, Person, ladders_for, others_could
from ladder.selectors.rankings import Standing
from ladder.selectors.ratings import match_lines

State = Match.State
OPEN_IN = {
    "confirm": {State.SUBMITTED},
    "state": {State.SUBMITTED, State.DISPUTED},
    "report_error": set(State),
    "answer_report": set(State),
    "comment": set(State),
    "decide": {State.DISPUTED},
    "correct": {State.SUBMITTED, State.CONFIRMED, State.VERIFIED, State.DISPUTED},
    "dispute": {State.SUBMITTED, State.CONFIRMED, State.VERIFIED},
    "void": {State.SUBMITTED, State.CONFIRMED, State.VERIFIED, State.DISPUTED},
    "restore": {State.VOID},
}
"""The states in which each act makes sense. The services decide; this only says which buttons to show."""


def acts_open(person: Person, match: Match, roles: frozenset[str]) -> set[str]:
    acts = {act for act, states in OPEN_IN.items() if match.state in states and roles & MAY[act]}
    if PLAYER in roles and acts & set(JUDGES) and others_could(person, match):
        acts -= set(JUDGES)
    if match.submitted_by_id == person.pk and not roles & OFFICIALS:
        acts.discard("confirm")
    if match.state == State.VERIFIED and not roles & OFFICIALS and objection_until(match) <= timezone.now():
        acts.discard("dispute")
    if PLAYER not in roles or "correct" in acts:
        acts.discard("state")
    return acts


def objection_until(match: Match) -> dt.datetime:
    """Until when those at the table may dispute a verified match."""
    return (match.settled_at or match.created_at) + OBJECTION


class Names:
    """How accounts are called on a match's page: by their player, else by what they keep, never by their address."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @cached_property
    def roles(self) -> dict[int, Role]:
        """The first role of each account in the leagues of the match."""
        roles = Role.objects.filter(ladder__in=ladders_for(self.match)).select_related("ladder")
        return {role.user_id: role for role in roles.order_by("-ladder", "kind")}

    def of(self, user: User | None) -> str:
        if user is None:
            return ""
        player = getattr(user, "player", None)
        return player.name if player else user.get_full_name() or self.kept_by(user)

    def kept_by(self, user: User) -> str:
        if user.pk in self.roles:
            role = self.roles[user.pk]
            return ROLES[role.kind] % {"league": role.ladder.name}
        return _("an admin of the site") if user.is_superuser else _("an account without a player")


ROLES: dict[str, str | Promise] = {
    Role.Kind.MANAGER: gettext_lazy("manager of %(league)s"),
    Role.Kind.ARBITER: gettext_lazy("arbiter of %(league)s"),
}


def files_shown(roles: frozenset[str], standings: Iterable[Standing]) -> bool:
    """Whether the judgements on the match's files may be seen (`see_verification`)."""
    return logs_public(standings) or bool(roles & MAY["see_verification"])


def replay_shown(roles: frozenset[str], standings: Iterable[Standing]) -> bool:
    """Whether the match may be watched move by move (`see_replay`)."""
    return logs_public(standings) or bool(roles & MAY["see_replay"])


def logs_public(standings: Iterable[Standing]) -> bool:
    """Whether a league that takes the match shows its logs to everybody."""
    return any(standing.ladder.logs_public for standing in standings if standing.reason != "game")


# Ratings


def ratings(match: Match, seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """What the match did to everybody's rating, in each pool that rates it."""
    return [
        {
            "pool": rated.pool,
            "rows": [(seat.player, rated.lines[seat.player_id]) for seat in seats if seat.player_id in rated.lines],
        }
        for rated in match_lines(match)
    ]


# Evidence


@dataclass(frozen=True)
class Evidence:
    title: str
    at: dt.datetime
    outcome: Outcome | None
    relation: str
    note: str
    url: str


RELATIONS: dict[str, str | Promise] = {
    "witness": gettext_lazy("second witness"),
    "other_moves": gettext_lazy("other moves"),
    "other_result": gettext_lazy("another result"),
    "grounds": gettext_lazy("brought with the objection"),
}


def evidence(submission: Submission, names: Names, *, link: bool) -> Evidence:
    """One file as evidence, by its newest judgement."""
    judged = next(iter(submission.verifications.all()), None)
    outcome, is_grounds = None, submission.relation == Submission.Relation.GROUNDS
    if judged is not None and not is_grounds:
        outcome = outcome_of(judged.outcome) if judged.verdict else WAITING
    name = names.of(submission.uploader)
    return Evidence(
        title=_("File of %(name)s") % {"name": name} if name else _("File"),
        at=submission.created_at,
        outcome=outcome,
        relation=str(RELATIONS.get(submission.relation, "")),
        note=_("Kept for those who decide.") if is_grounds else evidence_note(submission, judged),
        url=judged.get_absolute_url() if judged is not None and link else "",
    )


def evidence_note(submission: Submission, judged: Verification | None) -> str:
    if judged is None:
        return str(submission.get_kind_display())
    if judged.outcome == "agrees":
        steps = ngettext("%(n)s step replayed", "%(n)s steps replayed", judged.events) % {"n": judged.events}
        claims = ngettext("%(n)s statement checked", "%(n)s statements checked", judged.claims) % {"n": judged.claims}
        return f"{steps}, {claims}." if judged.claims else f"{steps}."
    if judged.outcome == "disagrees" and judged.at and judged.at.get("move_id"):
        return _("It stops at move %(move)s.") % {"move": judged.at["move_id"]}
    return ""


# History

ACTS: dict[str, tuple[str, str | Promise]] = {
    "match.submitted": ("", gettext_lazy("Entered")),
    "match.evidence": ("", gettext_lazy("A further file")),
    "match.confirmed": ("ok", gettext_lazy("Confirmed")),
    "match.unconfirmed": ("", gettext_lazy("No longer confirmed: the act of a tournament was undone")),
    "match.verified": ("ok", gettext_lazy("Verified by a log that agrees")),
    "match.disputed": ("bad", gettext_lazy("Disputed")),
    "match.contradicted": ("bad", gettext_lazy("Disputed: a log tells another result")),
    "match.played_before": ("bad", gettext_lazy("Disputed: the same people made the very same moves at another table")),
    "match.stated": ("bad", gettext_lazy("Disputed: somebody of the table reports another result")),
    "match.restated": ("", gettext_lazy("Reported anew by the same person")),
    "match.silent": ("ok", gettext_lazy("Confirmed: nobody objected in time")),
    "match.corrected": ("", gettext_lazy("Corrected")),
    "match.decided": ("ok", gettext_lazy("Decided: the result was corrected")),
    "match.error_reported": ("", gettext_lazy("Somebody reports an error")),
    "match.report_answered": ("", gettext_lazy("The report was answered")),
    COMMENTED: ("", gettext_lazy("A comment")),
    "match.voided": ("bad", gettext_lazy("Struck out")),
    "match.restored": ("", gettext_lazy("Restored")),
}
"""Tone and words of each act in the history."""
MARKS: dict[str, str | Promise] = {
    "by_participant": gettext_lazy("decided by a participant"),
    "own_report": gettext_lazy("who had typed the result"),
}
"""What is said about who did it."""


def told(entry: AuditEntry, names: Names) -> dict[str, Any]:
    tone, text = ACTS[entry.act]
    if entry.act == "match.confirmed" and entry.facts.get("before") == State.DISPUTED:
        text = _("Decided: the result stands")
    if entry.act == "match.confirmed" and entry.facts.get("stated"):
        text = _("Confirmed by an equal report")
    marks = [str(words) for fact, words in MARKS.items() if entry.facts.get(fact)]
    return {
        "tone": tone,
        "text": text,
        "at": entry.at,
        "who": ", ".join(filter(None, [names.of(entry.actor), *marks])),
        "reason": entry.reason,
    }


def decided_by(match: Match, history: Sequence[AuditEntry], names: Names) -> str:
    """Who decided that the result counts as it does now; empty where nobody had to."""
    if match.state not in (State.CONFIRMED, State.VERIFIED):
        return ""
    last = next((entry for entry in reversed(history) if entry.act in DECIDING or entry.act in UNDOING), None)
    if last is None or last.act in UNDOING:
        return ""
    was_disputed = last.facts.get("before") == State.DISPUTED
    return names.of(last.actor) if last.act in ("match.decided", "match.corrected") or was_disputed else ""


DECIDING = ("match.decided", "match.corrected", "match.confirmed")
UNDOING = ("match.disputed", "match.stated", "match.contradicted", "match.verified")


def no_evidence(match: Match, history: Sequence[AuditEntry] = ()) -> str:
    if match.state == State.CONFIRMED and any(entry.act == "match.silent" for entry in history):
        return _("No log. It counts because nobody objected to the table record in time.")
    if match.state == State.CONFIRMED:
        return _(
            "No log. It counts because another player of the table, or somebody who keeps the league, confirmed it."
        )
    if match.state == State.SUBMITTED:
        return _("No log. The result was entered by hand and waits to be confirmed.")
    return _("No log. The result was entered by hand.")
