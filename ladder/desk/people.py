"""Items about people: claims, players who may be one person, and who wants to be forgotten."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Claim, Deletion
from games.services.claims import is_contested
from ladder import formats
from ladder.desk.item import Action, Item
from ladder.desk.reach import MOST, Reach
from ladder.people_words import REASONS
from ladder.selectors.suspicions import suspicions


def claims(reach: Reach) -> list[Item]:
    """Who says that he is a player, and waits for a word."""
    if not reach.may("decide_claim"):
        return []
    rows = Claim.objects.filter(state=Claim.State.OPEN).select_related("user", "player").order_by("pk")[:MOST]
    items = []
    for claim in rows:
        url = reverse("player_names", args=[claim.player.slug])
        facts = [claim.user.email]
        if claim.words:
            facts.append(formats.quoted(claim.words))
        if is_contested(claim):
            facts.append(_("Another account says that it is this player, or has it already."))
        accept = reverse("claim_act", args=[claim.pk, "accept"])
        items.append(
            Item(
                "claim",
                claim.pk,
                claim.at,
                _("“This is me”: %(name)s") % {"name": claim.player.known_as},
                url,
                facts,
                _("Ask somebody who knows both, then accept or decline."),
                [Action(_("Accept"), accept, primary=True), Action(_("Look, or decline"), url, post=False)],
            )
        )
    return items


def possible_duplicates(reach: Reach) -> list[Item]:
    """Players who may be one person; pairs that were called different people never come back."""
    if not reach.may("merge"):
        return []
    items = []
    for one in suspicions():
        url = f"{reverse('player_merge', args=[one.source.slug])}?into={one.target.slug}"
        pair = {"one": one.source.slug, "other": one.target.slug}
        items.append(
            Item(
                "duplicate",
                f"{one.source.pk}-{one.target.pk}",
                max(one.source.created_at, one.target.created_at),
                _("One person? %(one)s and %(other)s") % {"one": one.source.known_as, "other": one.target.known_as},
                url,
                [_("Score %(score)s of 100") % {"score": one.score}, *(str(REASONS[code]) for code in one.reasons)],
                _("See what a merge would do to each month."),
                [
                    Action(_("What a merge would do"), url, primary=True, post=False),
                    Action(_("Two people"), reverse("different"), fields=pair),
                ],
            )
        )
    return items


def deletions(reach: Reach) -> list[Item]:
    """Who wants to be forgotten and has no account: somebody must check who asks."""
    if not reach.may("anonymise"):
        return []
    rows = Deletion.objects.filter(state=Deletion.State.ASKED).select_related("player")
    url = reverse("deletions")
    return [
        Item(
            "deletion",
            row.pk,
            row.at,
            _("Wants to be forgotten: %(name)s") % {"name": row.player.known_as if row.player else ""},
            url,
            [row.contact],
            _("Write to the address, make sure who asks, then agree."),
            [Action(_("Look"), url, primary=True, post=False)],
        )
        for row in rows.order_by("pk")[:MOST]
    ]
