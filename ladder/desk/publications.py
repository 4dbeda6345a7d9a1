"""Items about publications that were given up, with the step and the server's own words."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import OutboxRow
from ladder.desk.item import Action, Item
from ladder.desk.reach import MOST, Reach
from ladder.models import Publication
from ladder.publishing.words import problem_words


def failed(reach: Reach) -> list[Item]:
    """The last publication of a target, where it was given up; a later one that arrived ends the item."""
    rows = Publication.objects.filter(target__ladder__in=reach.managed, job__isnull=False)
    last = {row.target_id: row for row in rows.select_related("job", "target__ladder").order_by("pk")}
    dead = [row for row in last.values() if row.job is not None and row.job.state == OutboxRow.State.DEAD]
    return [item_of(row) for row in dead[:MOST]]


def item_of(row: Publication) -> Item:
    target, job = row.target, row.job
    assert job is not None
    again = reverse("publication_again", args=[target.ladder.slug, row.pk])
    return Item(
        "publication",
        row.pk,
        job.finished_at or row.created_at,
        _("Not published: %(league)s, %(target)s") % {"league": target.ladder.name, "target": target.name},
        target.get_absolute_url(),
        [problem_words(job.problem)],
        _("Mend what is said there, then try again; what was brought already is not sent twice."),
        [
            Action(_("Try again now"), again, primary=True),
            Action(_("Look"), target.get_absolute_url(), post=False),
        ],
    )
