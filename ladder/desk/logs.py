"""Items about files: two that tell one table in two ways, and logs of our games that could not be judged."""

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils.translation import gettext as _

from games.models import Match, Submission
from games.selectors.matches import SEATED, logs_unverifiable
from ladder.desk.item import Action, Item
from ladder.desk.matches import named, people
from ladder.desk.reach import MOST, Reach
from ladder.models import Season

Relation = Submission.Relation


def contradicting(reach: Reach) -> list[Item]:
    """Another file of the same table told other moves, or another result, and nobody said anything since."""
    files = Submission.objects.filter(
        relation__in=[Relation.OTHER_MOVES, Relation.OTHER_RESULT], match__in=reach.matches(arbiter=True)
    ).exclude(match__state=Match.State.VOID)
    items = []
    for submission in with_match(files):
        match = submission.match
        other = submission.relation == Relation.OTHER_RESULT
        items.append(
            Item(
                "files",
                submission.pk,
                submission.created_at,
                _("Two files disagree: %(match)s") % {"match": named(match, reach.zone)},
                match.get_absolute_url(),
                [people(match), _("They tell another result.") if other else _("They tell other moves.")],
                _("Look at both and note which one is right; the result stays until somebody corrects it."),
                [Action(_("Look"), match.get_absolute_url(), primary=True, post=False)],
                dismissible=True,
            )
        )
    return items


def unverifiable(reach: Reach) -> list[Item]:
    """Logs of supported games that hold something unknown, until the month of their match is closed."""
    months = Season.objects.filter(
        ladder__in=reach.managed, revision=0, start__lte=OuterRef("ended_at"), end__gt=OuterRef("ended_at")
    )
    files = logs_unverifiable(reach.matches().filter(Q(state=Match.State.SUBMITTED) | Exists(months)))
    return [
        Item(
            "unverifiable",
            submission.pk,
            submission.created_at,
            _("Cannot be verified: %(match)s") % {"match": named(submission.match, reach.zone)},
            submission.match.get_absolute_url(),
            [people(submission.match)],
            _("Nobody is to blame: the result can count if the players confirm it."),
            [Action(_("Look"), submission.match.get_absolute_url(), primary=True, post=False)],
            dismissible=True,
        )
        for submission in with_match(files)
    ]


def with_match(files):
    found = files.select_related("match__game").prefetch_related(Prefetch("match__seats", SEATED.queryset))
    return found.distinct().order_by("created_at", "pk")[:MOST]
