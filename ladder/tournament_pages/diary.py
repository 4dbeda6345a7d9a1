"""The diary of a tournament: its acts in words."""

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import User
from ladder.formats import round_among
from tournaments.models import Act, Entrant, Pairing, Round, Tournament

WORDS: dict[str, str | Promise] = {
    "announced": gettext_lazy("Announced"),
    "entries": gettext_lazy("Entries opened"),
    "check_in": gettext_lazy("Check-in opened"),
    "running": gettext_lazy("Started"),
    "finished": gettext_lazy("Finished"),
    "cancelled": gettext_lazy("Called off"),
    "changed": gettext_lazy("Terms changed"),
    "entrant.entered": gettext_lazy("%(name)s entered"),
    "entrant.withdrawn": gettext_lazy("%(name)s withdrew"),
    "entrant.promoted": gettext_lazy("%(name)s moved up from the reserve"),
    "entrant.club": gettext_lazy("%(name)s: club noted"),
    "entrant.joined": gettext_lazy("%(name)s joined"),
    "entrant.replaced": gettext_lazy("%(name)s plays instead of %(absent)s"),
    "entrant.away": gettext_lazy("%(name)s sits out the next season"),
    "entrant.returned": gettext_lazy("%(name)s plays the next season after all"),
    "entrant.seeded": gettext_lazy("%(name)s has seed %(seed)s"),
    "entrant.late": gettext_lazy("%(name)s entered late, from round %(round)s"),
    "entrant.dropped": gettext_lazy("%(name)s dropped out from round %(round)s"),
    "entrant.back": gettext_lazy("%(name)s came back from round %(round)s"),
    "challenge.made": gettext_lazy("%(challenger)s challenges %(challenged)s"),
    "challenge.accepted": gettext_lazy("%(challenged)s takes up the challenge: round %(round)s"),
    "challenge.refused": gettext_lazy("%(challenged)s refuses the challenge"),
    "challenge.lapsed": gettext_lazy("Challenges ended without a match"),
    "challenge.table": gettext_lazy("A table of several plays for its places: round %(round)s"),
    "imported": gettext_lazy("Made of a report file"),
    "stage.added": gettext_lazy("Another season added"),
    "stage.seeded": gettext_lazy("Stage %(stage)s seeded with %(entrants)s players"),
    "stage.complete": gettext_lazy("Stage %(stage)s complete"),
    "round.published": gettext_lazy("Round %(round)s published"),
    "round.withdrawn": gettext_lazy("Round %(round)s withdrawn"),
    "round.reopened": gettext_lazy("Round %(round)s opened again"),
    "round.complete": gettext_lazy("Round %(round)s closed again"),
    "round.deleted": gettext_lazy("Round %(round)s deleted"),
    "round.extended": gettext_lazy("Round %(round)s made longer"),
    "message.sent": gettext_lazy("The director wrote to those who take part"),
    "result.entered": gettext_lazy("Round %(round)s, table %(table)s: result entered"),
    "result.attached": gettext_lazy("Round %(round)s, table %(table)s: result came in"),
    "result.corrected": gettext_lazy("Round %(round)s, table %(table)s: result corrected"),
    "result.detached": gettext_lazy("Round %(round)s, table %(table)s: result taken away"),
    "result.followed": gettext_lazy("A match changed, and its table followed"),
    "result.none": gettext_lazy("Round %(round)s, table %(table)s stays without a result"),
    "seat.offered": gettext_lazy("The seat of %(name)s is offered to the reserve"),
    "seat.accepted": gettext_lazy("Somebody of the reserve plays in the seat of %(name)s"),
    "seat.substituted": gettext_lazy("Somebody plays on in the seat of %(name)s"),
}

PEOPLE = {"name": "entrant", "absent": "absent", "challenger": "challenger", "challenged": "challenged"}
"""Who is named in the words, and the fact that says who it is."""
OTHERS = ("table", "seed", "stage", "entrants")


def diary_told(tournament: Tournament, acts: Iterable[Act]) -> list[dict[str, Any]]:
    """Each act: its words, who did it, when, why, and whether it was undone."""
    acts = list(acts)
    asked = {act.target_id for act in acts if act.target_kind == "entrant"} | {
        act.facts[fact] for act in acts for fact in PEOPLE.values() if isinstance(act.facts.get(fact), int)
    }
    named = Entrant.objects.filter(tournament=tournament, pk__in=asked).select_related("player__merged_into")
    names = {row.pk: (row.player.merged_into or row.player).name for row in named}
    stages = stages_of(tournament)
    return [told(act, names, stages.get((act.target_kind, act.target_id))) for act in acts]


def stages_of(tournament: Tournament) -> dict[tuple[str, int], int]:
    """The later stage of each round and table that is not in the first, by kind and key."""
    later = {"stage__tournament": tournament, "stage__number__gt": 1}
    rounds = dict(Round.objects.filter(**later).values_list("pk", "stage__number"))
    if not rounds:
        return {}
    tables = Pairing.objects.filter(round__in=rounds).values_list("pk", "round")
    found = {("round", pk): stage for pk, stage in rounds.items()}
    return found | {("pairing", pk): rounds[round_] for pk, round_ in tables}


def told(act: Act, names: dict[int, str], stage: int | None = None) -> dict[str, Any]:
    known = {"entrant": act.target_id} if act.target_kind == "entrant" else act.facts
    facts = {word: names.get(known.get(fact), "…") for word, fact in PEOPLE.items()}
    facts |= {fact: "–" if act.facts.get(fact) is None else act.facts[fact] for fact in OTHERS}
    facts["round"] = round_among(act.facts.get("round") or "–", stage or act.facts.get("stage"))
    return {
        "text": str(WORDS.get(act.kind, act.kind)) % facts,
        "at": act.at,
        "who": called(act.actor),
        "reason": act.reason,
        "undone": undone(act),
        "undone_at": act.undone_at,
        "tone": tone(act),
    }


def tone(act: Act) -> str:
    if act.undone_at is not None or act.kind in ("cancelled", "round.deleted", "round.withdrawn"):
        return "bad"
    return "ok" if act.kind in ("finished", "stage.complete") else ""


def called(user: User | None) -> str:
    """How somebody is called who acted: by the name he plays under, never by his address."""
    if user is None:
        return _("by the service itself")
    player = getattr(user, "player", None)
    return player.name if player else user.get_full_name() or _("a director")


def undone(act: Act) -> str:
    return _("undone by %(who)s") % {"who": called(act.undone_by)} if act.undone_at is not None else ""
