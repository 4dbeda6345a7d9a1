"""The games that people play, with what came of their matches and logs."""

from dataclasses import dataclass

from django.db.models import Count, Q

from games.models import Game, Match, Submission, Verification
from games.registry import ENGINES
from games.selectors.matches import ACCEPTED


@dataclass(frozen=True)
class Played:
    """A game with its matches that stand, the files of it that were judged, and how many of them agree."""

    game: Game
    matches: int
    judged: int
    agreed: int

    @property
    def share(self) -> int | None:
        """How many of a hundred judged files agree."""
        return round(100 * self.agreed / self.judged) if self.judged else None

    @property
    def revision(self) -> int | None:
        """The rules revision under which it is judged now."""
        engine = ENGINES.get(self.game.key)
        return engine.rules.revision if engine else None


def games_played() -> list[Played]:
    """Every game, those that can be verified first."""
    matches = dict(Match.objects.exclude(state=Match.State.VOID).order_by().values_list("game").annotate(Count("pk")))
    judged = Q(verifications__verdict__in=(*ACCEPTED, *OTHERS))
    agreed = Q(verifications__verdict__in=ACCEPTED)
    files = {
        row["game"]: row
        for row in Submission.objects.exclude(game=None)
        .order_by()
        .values("game")
        .annotate(judged=Count("pk", judged, distinct=True), agreed=Count("pk", agreed, distinct=True))
    }
    none = {"judged": 0, "agreed": 0}
    found = []
    for game in Game.objects.all():
        row = files.get(game.pk, none)
        found.append(Played(game, matches.get(game.pk, 0), row["judged"], row["agreed"]))
    return sorted(found, key=lambda each: not each.game.has_engine)


OTHERS = (Verification.Verdict.REFUSED, Verification.Verdict.UNSUPPORTED, Verification.Verdict.UNREADABLE)
