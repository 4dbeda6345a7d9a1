"""What is checked of each game and what not, for its page; and how its rule sets are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.registry import ENGINES

Text = str | Promise

RULE_SETS: Mapping[str, Text] = {
    "official": _("as the rulebook has it"),
    "bga": _("as Board Game Arena plays it"),
    "seed": _("as the community’s first own text has it"),
}

_ONLY_RECORDS = _(
    "Logs of Board Game Arena move by move: what they hold of this game is not publicly known. Such a log keeps its players and its result, and says what is missing."
)
_RECORDS = _("Records of Classifica, whole or from one seat’s view.")
_STAND_IN = _(
    "The published pieces: they are not public. Every match is judged with a stand-in of our own, and says so."
)


@dataclass(frozen=True)
class Checked:
    """What is checked of a game, and what is not; `logs` says whether logs of the site are replayed."""

    yes: Sequence[Text]
    no: Sequence[Text]
    logs: bool = False


CHECKED: Mapping[str, Checked] = {
    "alhambra": Checked(
        yes=(
            _("The whole base game for 2 to 6 players, with Dirk in the game of two."),
            _("Logs of Board Game Arena, move by move, with every number that they state."),
            _RECORDS,
        ),
        no=(
            _("Expansions, and the other games of the family."),
            _("Logs of Board Game Arena from before 2021."),
            _("What happens after the site took over for a player who left."),
        ),
        logs=True,
    ),
    "res_arcana": Checked(
        yes=(
            _("The whole base game for 2 to 4 players: standard set-up, draft and first game."),
            _("All 78 components with every power, reaction and attack."),
            _RECORDS,
        ),
        no=(_("The expansions, and match play for two."), _ONLY_RECORDS),
    ),
    "revive": Checked(
        yes=(
            _("The base game for 1 to 4 players, long game and vast crystals."),
            _("The expansion Call of the Abyss."),
            _RECORDS,
        ),
        no=(_("The campaign."), _STAND_IN, _ONLY_RECORDS),
    ),
    "arctica": Checked(
        yes=(
            _("The whole game for 2 to 5 players, as its help page tells it; what it leaves open is an option."),
            _RECORDS,
        ),
        no=(_STAND_IN, _ONLY_RECORDS),
    ),
}


@dataclass(frozen=True)
class Option:
    """An option with its value under each rule set; `differs` where they are not all equal."""

    name: str
    values: Sequence[str]
    differs: bool


def rule_sets(game: str) -> list[tuple[str, Text]]:
    """The rule sets of a game by name, each in words."""
    return [(name, RULE_SETS.get(name, name)) for name in ENGINES[game].rule_sets]


def options(game: str) -> list[Option]:
    """Every option of a game, by name, with its values in the order of `rule_sets`."""
    engine = ENGINES[game]
    resolved = [engine.setup(max(2, engine.seats[0]), name).options for name in engine.rule_sets]
    return [
        Option(name, [shown(values[name]) for values in resolved], len({repr(values[name]) for values in resolved}) > 1)
        for name in sorted(resolved[0])
    ]


def shown(value: Any) -> str:
    """A value as records write it."""
    return {True: "true", False: "false", None: "–"}[value] if value is None or isinstance(value, bool) else str(value)
