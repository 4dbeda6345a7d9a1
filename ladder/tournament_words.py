"""Words for what is done in a tournament: the acts of the diary, the stack and the audit trail."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

ACTS: dict[str, str | Promise] = {
    "created": gettext_lazy("Tournament created"),
    "changed": gettext_lazy("Terms changed"),
    "announced": gettext_lazy("Announced"),
    "entries": gettext_lazy("Entries opened"),
    "check_in": gettext_lazy("Check-in opened"),
    "running": gettext_lazy("Tournament started"),
    "finished": gettext_lazy("Tournament finished"),
    "cancelled": gettext_lazy("Tournament called off"),
    "role.granted": gettext_lazy("Role given"),
    "role.taken": gettext_lazy("Role taken away"),
    "entrant.entered": gettext_lazy("Entered"),
    "entrant.seeded": gettext_lazy("Seed set"),
    "entrant.withdrawn": gettext_lazy("Entry withdrawn"),
    "entrant.checked_in": gettext_lazy("Checked in"),
    "entrant.promoted": gettext_lazy("Moved up from the reserve"),
    "entrant.late": gettext_lazy("Late entry"),
    "entrant.dropped": gettext_lazy("Dropped out"),
    "entrant.back": gettext_lazy("Came back"),
    "draft.paired": gettext_lazy("Round drafted"),
    "draft.swapped": gettext_lazy("Two changed places in the draft"),
    "draft.moved": gettext_lazy("Somebody moved in the draft"),
    "draft.arranged": gettext_lazy("Draft set by hand"),
    "draft.locked": gettext_lazy("Table of the draft locked"),
    "draft.unlocked": gettext_lazy("Table of the draft unlocked"),
    "draft.deleted": gettext_lazy("Draft deleted"),
    "draft.scheduled": gettext_lazy("Time of publishing set"),
    "round.published": gettext_lazy("Round published"),
    "round.withdrawn": gettext_lazy("Round withdrawn: a draft again"),
    "round.reopened": gettext_lazy("Round re-opened"),
    "round.complete": gettext_lazy("Round closed again"),
    "round.deleted": gettext_lazy("Round deleted"),
    "round.extended": gettext_lazy("Deadline extended"),
    "result.entered": gettext_lazy("Result entered"),
    "result.reported": gettext_lazy("Result typed, waits for a second person"),
    "result.corrected": gettext_lazy("Result corrected"),
    "result.detached": gettext_lazy("Result taken from its table"),
    "result.none": gettext_lazy("Table stays without a result"),
    "result.attached": gettext_lazy("Match assigned to its table"),
    "result.followed": gettext_lazy("Table followed its match"),
    "seat.substituted": gettext_lazy("Substitute"),
    "stage.seeded": gettext_lazy("Stage started"),
    "stage.complete": gettext_lazy("Stage complete"),
    "undone": gettext_lazy("Act undone"),
}
"""By the kind of the act."""


def act_name(kind: str) -> str:
    """What was done, in words; an act that we have no words for by its kind."""
    return str(ACTS.get(kind, kind))
