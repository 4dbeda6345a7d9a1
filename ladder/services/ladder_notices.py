"""What people are told of leagues: months closed and revised, roles, imports."""

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import User
from games.notices import PUBLIC
from games.services.follows import followers
from games.services.notices import notice_send
from ladder.models import Import, Ladder, RankingRow, Role, Season, SeasonRevision
from ladder.publishing.texts import month_text
from ladder.selectors.community import community_language
from ladder.selectors.kept import ranking_kept
from ladder.selectors.revisions import Table, stored


def keepers_of(ladder: Ladder, *kinds: str) -> list[int]:
    """The accounts that keep a league: its managers, or those with these roles."""
    return list(Role.objects.filter(ladder=ladder, kind__in=kinds or ["manager"]).values_list("user", flat=True))


def admins() -> list[int]:
    return list(User.objects.filter(is_superuser=True, is_active=True).values_list("pk", flat=True))


def on_watch() -> list[int]:
    """Who hears that the site itself is in trouble: admins, and whoever manages a league."""
    managers = Role.objects.filter(kind="manager", user__is_active=True).values_list("user", flat=True)
    return [*admins(), *managers]


def closed_tell(season: Season, revision: SeasonRevision, by: User | None) -> None:
    """The month is final: everybody in the ranking is told, with his rank, and who keeps the league."""
    lines = RankingRow.objects.filter(season=season, revision=revision.number, player__user__isnull=False)
    ranks = dict(lines.values_list("player__user", "rank"))
    own = {user: {"rank": rank} for user, rank in ranks.items() if rank}
    to = [*ranks, *keepers_of(season.ladder, "manager", "arbiter"), *followers("ladder", season.ladder_id)]
    _tell(season, revision, "month.closed", to, by, own)


def revised_tell(season: Season, revision: SeasonRevision, by: User | None) -> None:
    """A closed month was revised: those in it are told, and those whose rank changed apart."""
    before, after = stored(season, revision.number - 1), stored(season, revision.number)
    users = users_of(before) | users_of(after)
    to = [*users, *keepers_of(season.ladder, "manager", "arbiter"), *followers("ladder", season.ladder_id)]
    _tell(season, revision, "month.revised", to, by, {})
    moved = {
        user: {"rank": rank_of(after, player), "rank_before": rank_of(before, player)}
        for user, player in users.items()
        if rank_of(before, player) != rank_of(after, player)
    }
    notice_send(
        "rank.changed",
        moved,
        key=f"rank.changed/{season.pk}/{revision.number}",
        about=f"month/{season.pk}",
        link=reverse("changes", args=[season.ladder.slug, season.key]),
        own=moved,
        **facts_of(season),
        revision=revision.number,
        reason=revision.reason,
    )


def _tell(
    season: Season,
    revision: SeasonRevision,
    kind: str,
    to: list[int],
    by: User | None,
    own: dict[int, dict[str, int | None]],
) -> None:
    text = {"text": public_text(season)} if settings.NOTICE_GROUPS.get(PUBLIC) else {}
    key = f"{kind}/{season.pk}/{revision.number}"
    link = season.get_absolute_url()
    facts = {**facts_of(season), "revision": revision.number, "reason": revision.reason}
    notice_send(kind, to, key=key, about=f"month/{season.pk}", link=link, besides=by, own=own, **facts)
    notice_send(kind, [], key=key, about=f"month/{season.pk}", link=link, group=True, **facts, **text)


def facts_of(season: Season) -> dict[str, str]:
    return {"league": season.ladder.name, "month": season.key}


def rank_of(table: Table, player: int) -> int | None:
    return table[player].rank if player in table else None


def users_of(table: Table) -> dict[int, int]:
    """The accounts of the players of a ranking, each with its player."""
    rows = User.objects.filter(player__in=list(table)).values_list("pk", "player")
    return dict(rows)


def public_text(season: Season) -> str:
    """The ranking as the text for a chat of many, in the community's language."""
    with translation.override(community_language()):
        state = _("final, rev. %(n)s") % {"n": season.revision}
        return month_text(ranking_kept(season, played=False), state)


def role_tell(role: Role, what: str, by: User | None, reason: str = "") -> None:
    """`granted` or `taken`, to who has or had the role."""
    notice_send(
        f"role.{what}",
        [role.user_id],
        key=f"role.{what}/{role.pk}",
        link=reverse("desk") if what == "granted" else reverse("account"),
        besides=by,
        role=role.kind,
        where=role.ladder.name,
        reason=reason,
    )


def import_tell(source: Import, by: User | None) -> None:
    """An import is written, for who asked for it."""
    notice_send(
        "import.done",
        [by],
        key=f"import.done/{source.pk}/{source.version}",
        link=source.get_absolute_url(),
        league=source.ladder.name,
        matches=source.summary.get("matches", 0),
        file=source.name,
    )
