"""A league's rules as one strict document: which matches count, what they give, and how a month adds up.

Rules are stored whole, with every default written out, so that what is chosen here later changes no old month. Exact
numbers are written as whole numbers or as text: `"9/2"`, `"4.5"`.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec.structs import force_setattr

from games.scoring.facts import NOTHING, ONE
from games.scoring.forfeits import Forfeits
from games.scoring.place_points import PlacePoints
from ladder.scoring.elo import Elo
from ladder.scoring.openskill import OpenSkill
from ladder.scoring.score_share import ScoreShare
from ladder.scoring.share_beaten import ShareBeaten
from ladder.scoring.win_draw_loss import WinDrawLoss

Scheme = PlacePoints | WinDrawLoss | ShareBeaten | ScoreShare | Elo | OpenSkill
SCHEMES: dict[str, type[Scheme]] = {
    scheme.name: scheme for scheme in (PlacePoints, WinDrawLoss, ShareBeaten, ScoreShare, Elo, OpenSkill)
}
STAGES = ("single", "double", "swiss", "round_robin", "groups", "challenge", "divisions")
"""Formats of tournament stages, as weights may name them; `free` is a match of no tournament."""


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the rules."""


class Inclusion(_Part, frozen=True):
    """Which matches of the league count. Empty: all of them."""

    games: tuple[str, ...] = ()
    """Keys of games, among those that the league takes."""
    sizes: tuple[int, ...] = ()
    training: bool = False
    """Whether matches of BGA's training mode (unranked) count."""
    only_verified: bool = False
    rule_set: str = ""
    """The rule set of a game that the log must name."""
    witness: bool = False
    """Whether a second file with the same moves is needed."""
    free: bool = True
    """Whether matches of no tournament count."""
    tournaments: bool = True

    def __post_init__(self) -> None:
        if any(size < 2 for size in self.sizes):
            raise ValueError("a table has at least two seats")
        if not (self.free or self.tournaments):
            raise ValueError("some matches must count")


class Total(_Part, frozen=True, tag="sum"):
    """Everything counts."""


class Best(_Part, frozen=True, tag="best"):
    """The best `n` count."""

    n: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 1000:
            raise ValueError("the number of best results must lie between 1 and 1000")


class Mean(_Part, frozen=True, tag="mean"):
    """The mean of all results; a rank needs at least so many."""

    least: int = 3

    def __post_init__(self) -> None:
        if not 1 <= self.least <= 1000:
            raise ValueError("a mean needs at least one result")


class Participation(_Part, frozen=True):
    """Points for each match played, up to so many a month."""

    points: Fraction = ONE
    matches: int = 6

    def __post_init__(self) -> None:
        if self.points < 0 or self.matches < 0:
            raise ValueError("no number may be below 0")


NO_PARTICIPATION = Participation(points=NOTHING, matches=0)


class Weights(_Part, frozen=True):
    """Factors by game and by stage of a tournament (`free` for none), and points more for a verified match."""

    games: dict[str, Fraction] = msgspec.field(default_factory=dict)
    stages: dict[str, Fraction] = msgspec.field(default_factory=dict)
    verified: Fraction = NOTHING

    def __post_init__(self) -> None:
        factors = [*self.games.values(), *self.stages.values()]
        if any(not 0 <= factor <= 100 for factor in factors) or not 0 <= self.verified <= 1000:
            raise ValueError("weights must lie between 0 and 100, the bonus between 0 and 1000")
        if self.stages.keys() - {*STAGES, "free"}:
            raise ValueError("weights name a stage that is none")

    def of(self, game: str, stage: str) -> Fraction:
        """The factor of a match."""
        return self.games.get(game, ONE) * self.stages.get(stage or "free", ONE)

    @property
    def neutral(self) -> bool:
        return not self.verified and all(factor == 1 for factor in (*self.games.values(), *self.stages.values()))


class Repeats(_Part, frozen=True):
    """From the n-th match of the same set of people in a month on: counts in full, half or not."""

    worth: Literal["full", "half", "none"] = "full"
    first: int = 2

    def __post_init__(self) -> None:
        if self.first < 2:
            raise ValueError("the first match of some people is no repeat")

    def weight(self, time: int) -> Fraction:
        """The factor of the n-th match of the same people."""
        if time < self.first or self.worth == "full":
            return ONE
        return Fraction(1, 2) if self.worth == "half" else NOTHING


Criterion = Literal[
    "first_places", "share_beaten", "best_result", "direct_meetings", "score_share", "fewer_matches", "lot"
]


class Rules(_Part, frozen=True):
    """One version of a league's rules.

    `aggregation` and `participation` have the defaults of the scheme where they are left out: the best six and a point
    for each of six matches where matches give points; everything and nothing where they give a share or move a rating.
    """

    format: Literal[1] = 1
    inclusion: Inclusion = Inclusion()
    scheme: Scheme = msgspec.field(default_factory=PlacePoints)
    aggregation: Total | Best | Mean | None = None
    minimum: int = 3
    participation: Participation | None = None
    weights: Weights = msgspec.field(default_factory=Weights)
    repeats: Repeats = Repeats()
    tie_breaks: tuple[Criterion, ...] = ("first_places", "share_beaten")
    """In this order; who is level in all of them shares the rank."""
    lot_seed: str = ""
    """What the lot is drawn from, with the month and the player."""
    forfeits: Forfeits = Forfeits()
    annual: Total | Best = Best(n=9)
    """How the months of a year add up."""

    def __post_init__(self) -> None:
        points = self.scheme.kind == "points"
        if self.aggregation is None:
            force_setattr(self, "aggregation", Best() if points else Total())
        if self.participation is None:
            force_setattr(self, "participation", Participation() if points else NO_PARTICIPATION)
        if not 0 <= self.minimum <= 1000:
            raise ValueError("the minimum must lie between 0 and 1000 matches")
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError("a tie-break stands twice")
        if "lot" in self.tie_breaks[:-1]:
            raise ValueError("nothing can follow a drawn lot")
        if ("lot" in self.tie_breaks) != bool(self.lot_seed):
            raise ValueError("a lot needs a seed, and a seed a lot")
        if not points and self.takes_part.points:
            raise ValueError("points for taking part go with points only")
        if not points and self.weights.verified:
            raise ValueError("a bonus for verified matches goes with points only")
        if self.scheme.kind == "rating":
            self._refuse_for_ratings()

    def _refuse_for_ratings(self) -> None:
        if not isinstance(self.aggregation, Total):
            raise ValueError("a rating follows from every match")
        if not self.weights.neutral or self.repeats.worth == "half":
            raise ValueError("a rating knows no weights")

    @property
    def takes_part(self) -> Participation:
        """Points for taking part."""
        return self.participation or NO_PARTICIPATION

    @property
    def entangled(self) -> bool:
        """Whether what a match gives hangs on other matches of the month."""
        return self.scheme.kind == "rating" or self.repeats.worth != "full"

    @property
    def compares_scores(self) -> bool:
        """Whether the share of the winner's score matters."""
        return self.scheme.name == "score_share" or "score_share" in self.tie_breaks

    @property
    def best(self) -> int | None:
        """How many of a player's matches count at most; None where all do."""
        return self.aggregation.n if isinstance(self.aggregation, Best) else None

    @property
    def needed(self) -> int:
        """Matches needed to be ranked."""
        least = self.aggregation.least if isinstance(self.aggregation, Mean) else 0
        return max(self.minimum, least)


_NUMBER = re.compile(r"-?[0-9]{1,9}(?:/[1-9][0-9]{0,5}|\.[0-9]{1,6})?")


def number(value: object) -> Fraction:
    """An exact number from a whole one or from text: `9/2`, `4.5`. Raises `ValueError`."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not _NUMBER.fullmatch(str(value)):
        raise ValueError(f"{value!r:.40} is no number such as 4, 4.5 or 9/2")
    return Fraction(str(value))


def _decoded(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return number(value)
    raise NotImplementedError


def _encoded(value: Any) -> Any:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    raise NotImplementedError


def rules_from(document: Mapping[str, Any]) -> Rules:
    """The rules in a document; what it leaves out has its default. Raises `msgspec.ValidationError`."""
    return msgspec.convert(dict(document), Rules, str_keys=True, dec_hook=_decoded)


def document_of(rules: Rules) -> dict[str, Any]:
    """The whole document, ready for JSON."""
    document: dict[str, Any] = msgspec.to_builtins(rules, str_keys=True, enc_hook=_encoded)
    return document
