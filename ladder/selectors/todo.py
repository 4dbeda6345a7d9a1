"""What waits for somebody in all parts of the site, counted at once."""

from dataclasses import dataclass

from django.db.models import CharField, Count, Min, Value
from django.db.models.functions import Cast

from games.models import Claim, Player, User
from games.selectors.todo import claims_to_vouch, refusals, waiting_results
from tournaments.selectors.own_tables import seats_to_play


@dataclass(frozen=True)
class Waiting:
    """How many things of one kind wait, and the first of them by its key."""

    many: int = 0
    first: str = ""


def waiting(user: User) -> dict[str, Waiting]:
    """By kind: `confirm` (keys are matches' slugs), `refused` (judgements' numbers), `tables` where he still plays,
    `vouch` (slugs of players whom somebody says to be), and `player`: who he is here, or says that he is."""
    parts = [
        ("confirm", waiting_results(user), "slug"),
        ("refused", refusals(user), "pk"),
        ("tables", seats_to_play(user), "pk"),
        ("vouch", claims_to_vouch(user), "player__slug"),
        ("player", Player.objects.filter(user=user), "slug"),
        ("player", Claim.objects.filter(user=user, state=Claim.State.OPEN), "player__slug"),
    ]
    first, *others = (
        rows.order_by()
        .values(kind=Value(kind))
        .annotate(many=Count("pk"), first=Min(Cast(key, CharField())))
        .values_list("kind", "many", "first")
        for kind, rows, key in parts
    )
    found: dict[str, Waiting] = {}
    for kind, many, key in first.union(*others, all=True):
        if many:
            found[kind] = Waiting(many, key)
    return found
