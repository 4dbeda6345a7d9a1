"""Problems that people reported: those that wait for an answer, and those of one person."""

from dataclasses import dataclass

from games.models import AuditEntry, User

ACTS = REPORTED, ANSWERED = "problem.reported", "problem.answered"


@dataclass(frozen=True)
class Problem:
    """A report, and its answer once there is one."""

    entry: AuditEntry
    answer: AuditEntry | None


def problems_open() -> list[AuditEntry]:
    """The reports that nobody has answered, oldest first; those of accounts that are gone apart."""
    told = AuditEntry.objects.filter(kind="user", act__in=ACTS, target_id__in=User.objects.values("pk"))
    entries = list(told.select_related("actor").order_by("pk"))
    answered = {entry.facts["report"] for entry in entries if entry.act == ANSWERED}
    return [entry for entry in entries if entry.act == REPORTED and entry.pk not in answered]


def problem_open(number: int) -> AuditEntry | None:
    """The report of this number, if it waits for an answer."""
    return next((entry for entry in problems_open() if entry.pk == number), None)


def problems_of(user: User) -> list[Problem]:
    """What a person reported, newest first."""
    entries = AuditEntry.objects.filter(kind="user", target_id=user.pk, act__in=ACTS).order_by("-pk")
    answers = {entry.facts["report"]: entry for entry in entries if entry.act == ANSWERED}
    return [Problem(entry, answers.get(entry.pk)) for entry in entries if entry.act == REPORTED]
