"""What people are told of who they are: claims, merges, names."""

from django.urls import reverse

from games.models import Claim, DuplicateReport, Merge, Player, User
from games.services.notices import notice_send


def claim_tell(claim: Claim, what: str, by: User | None, reason: str = "") -> None:
    """`contested` to who has the player; `accepted`, `declined`, `ended` to who claimed."""
    player = claim.player
    to = player.user_id if what == "contested" else claim.user_id
    notice_send(
        f"claim.{what}",
        [to],
        key=f"claim.{what}/{claim.pk}",
        about=f"claim/{claim.pk}",
        link=reverse("player_names", args=[player.slug]),
        besides=by,
        player=player.known_as,
        reason=reason,
    )


def merge_tell(merge: Merge, what: str, by: User | None, reason: str) -> None:
    """`merged` or `unmerged`, to the accounts of both."""
    source, target = merge.source, merge.target
    notice_send(
        f"player.{what}",
        [merge.account_id, source.user_id, target.user_id],
        key=f"player.{what}/{merge.pk}",
        about=f"player/{target.pk}",
        link=target.get_absolute_url(),
        besides=by,
        player=target.known_as,
        other=source.known_as,
        reason=reason,
    )


def duplicate_tell(one: Player, other: Player, what: str, by: User | None, reason: str = "") -> None:
    """`merged` or `apart`, to those who had said that two players are one person; not to the two themselves."""
    pair = sorted([one.pk, other.pk])
    reporters = set(DuplicateReport.objects.filter(one=pair[0], other=pair[1]).values_list("by", flat=True))
    notice_send(
        f"duplicate.{what}",
        reporters - {one.user_id, other.user_id},
        key=f"duplicate.{what}/{pair[0]}/{pair[1]}",
        about=f"player/{other.pk}",
        link=other.get_absolute_url(),
        besides=by,
        player=other.known_as,
        other=one.known_as,
        reason=reason,
    )


def rename_tell(player: Player, name: int, by: User | None) -> None:
    """Somebody else changed the name that is shown."""
    notice_send(
        "player.renamed",
        [player.user_id],
        key=f"player.renamed/{player.pk}/{name}",
        about=f"player/{player.pk}",
        link=player.get_absolute_url(),
        besides=by,
        player=player.known_as,
    )
