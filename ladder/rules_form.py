"""The form in which a manager writes a version of the rules, and the way between its fields and the document."""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.models import Game
from games.scoring.place_points import PLACE_TABLES, PlacePoints
from ladder.explain import CRITERIA
from ladder.rulebook import SCHEMES, STAGES
from ladder.scoring.elo import Elo
from ladder.scoring.rules import Best, Mean, Rules, Total, number, rules_from
from ladder.scoring.win_draw_loss import WinDrawLoss
from ladder.services.rules import seeded

SIZES = range(2, 13)
TREATMENTS = [
    ("as_recorded", gettext_lazy("keeps the place of the result")),
    ("no_points", gettext_lazy("last, 0 points, not played; the others move up")),
]
AGGREGATIONS = [
    ("best", gettext_lazy("the best results count")),
    ("sum", gettext_lazy("every result counts")),
    ("mean", gettext_lazy("the mean of all results, from so many on")),
]
REPEATS = [
    ("full", gettext_lazy("counts in full")),
    ("half", gettext_lazy("counts half")),
    ("none", gettext_lazy("does not count")),
]
RULE_SETS = [
    ("", gettext_lazy("any")),
    ("official", gettext_lazy("the official rules")),
    ("bga", gettext_lazy("those of Board Game Arena")),
    ("seed", gettext_lazy("those of the community (seed)")),
]


class ExactField(forms.CharField):
    """An exact number: 4, 4.5, 4,5 or 9/2."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)
        self.widget.attrs["inputmode"] = "decimal"

    def clean(self, value: Any) -> Fraction | None:
        text = super().clean(value)
        return exact(text) if text else None

    def prepare_value(self, value: Any) -> Any:
        return exact_text(value) if isinstance(value, Fraction) else value


def exact(text: str) -> Fraction:
    """A number as people write it. Raises `ValidationError`."""
    try:
        return number(text.strip().replace(",", "."))
    except ValueError:
        found = {"found": text[:20]}
        raise forms.ValidationError(_("“%(found)s” is not a number such as 4, 4.5 or 9/2.") % found) from None


def exact_text(value: Fraction) -> str:
    """The number as the form shows it: decimal where that is exact."""
    decimal = f"{float(value):.6f}".rstrip("0").rstrip(".")
    return decimal if Fraction(decimal) == value else str(value)


class RulesForm(forms.Form):
    """Every parameter of the rules. What belongs to another scheme than the chosen one is left aside."""

    games = forms.MultipleChoiceField(
        label=gettext_lazy("Games"), required=False, help_text=gettext_lazy("None chosen: every game of the league.")
    )
    sizes = forms.MultipleChoiceField(
        label=gettext_lazy("Table sizes"),
        required=False,
        choices=[(str(size), str(size)) for size in SIZES],
        help_text=gettext_lazy("None chosen: every size that has points."),
    )
    free = forms.BooleanField(label=gettext_lazy("matches of no tournament count"), required=False)
    tournaments = forms.BooleanField(label=gettext_lazy("tournament matches count"), required=False)
    training = forms.BooleanField(label=gettext_lazy("training tables count"), required=False)
    only_verified = forms.BooleanField(label=gettext_lazy("only verified matches count"), required=False)
    witness = forms.BooleanField(
        label=gettext_lazy("a second person’s file with the same moves is needed"), required=False
    )
    rule_set = forms.ChoiceField(
        label=gettext_lazy("Rule set that the log must name"), required=False, choices=RULE_SETS
    )

    scheme = forms.ChoiceField(label=gettext_lazy("Scheme"), choices=list(SCHEMES.items()))
    tables = forms.CharField(
        label=gettext_lazy("Points by place"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("A line for each table size, from the first place to the last: 10 6 3 1"),
    )
    win = ExactField(label=gettext_lazy("Win"), required=False)
    draw = ExactField(label=gettext_lazy("Draw"), required=False)
    loss = ExactField(label=gettext_lazy("Loss"), required=False)
    k = ExactField(label="K", required=False)
    start = ExactField(label=gettext_lazy("Rating at the start of a month"), required=False)

    aggregation = forms.ChoiceField(label=gettext_lazy("How a month adds up"), choices=AGGREGATIONS)
    n = forms.IntegerField(
        label=gettext_lazy("How many"), required=False, min_value=1, max_value=1000,
        help_text=gettext_lazy("For the best results and for the mean."),
    )  # fmt: skip
    participation = ExactField(label=gettext_lazy("Points for each match played"), required=False)
    participation_matches = forms.IntegerField(
        label=gettext_lazy("for at most so many a month"), required=False, min_value=0, max_value=1000
    )
    minimum = forms.IntegerField(label=gettext_lazy("Matches needed for a rank"), min_value=0, max_value=1000)

    repeats = forms.ChoiceField(label=gettext_lazy("A further match of the same people"), choices=REPEATS)
    repeats_first = forms.IntegerField(
        label=gettext_lazy("from their n-th match in a month on"), min_value=2, max_value=1000
    )
    game_weights = forms.CharField(
        label=gettext_lazy("Weights of games"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("A line for each game that differs, by its key: alhambra 1.5"),
    )
    stage_weights = forms.CharField(
        label=gettext_lazy("Weights of tournament stages"), required=False, max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    verified = ExactField(label=gettext_lazy("Points more for a verified match"), required=False)

    conceded = forms.ChoiceField(label=gettext_lazy("Who concedes"), choices=TREATMENTS)
    left = forms.ChoiceField(label=gettext_lazy("Who leaves or runs out of time"), choices=TREATMENTS)
    bye_points = ExactField(
        label=gettext_lazy("Points of somebody alone at the table"),
        required=False,
        help_text=gettext_lazy("Empty: the mean of a seat; a win where the scheme is win, draw, loss."),
    )
    stand_in_rated = forms.BooleanField(label=gettext_lazy("a match with a stand-in changes ratings"), required=False)
    no_shows = forms.IntegerField(label=gettext_lazy("No-shows that raise a flag"), min_value=0, max_value=100)
    no_show_days = forms.IntegerField(label=gettext_lazy("within so many days"), min_value=0, max_value=1000)

    annual = forms.ChoiceField(
        label=gettext_lazy("Table of the year"),
        choices=[("best", gettext_lazy("the best months")), ("sum", gettext_lazy("all months"))],
    )
    annual_n = forms.IntegerField(label=gettext_lazy("how many"), min_value=1, max_value=12, required=False)
    words = forms.CharField(
        label=gettext_lazy("In the community’s own words"),
        required=False,
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("Shown beside the generated rules; what is computed are those."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, games: Iterable[Game], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["games"].choices = [(game.key, str(game)) for game in games]
        self.fields["stage_weights"].help_text = ", ".join(f"{key} ({name})" for key, name in STAGES.items())
        for place in range(1, len(CRITERIA) + 1):
            self.fields[f"tie_{place}"] = forms.ChoiceField(
                label=_("Tie-break %(n)s") % {"n": place}, required=False, choices=[("", "–"), *CRITERIA.items()]
            )

    def clean_tables(self) -> dict[int, list[str]]:
        tables: dict[int, list[str]] = {}
        for line in self.cleaned_data["tables"].splitlines():
            worths = [str(exact(part)) for part in re.split(r"[\s;–-]+", line.strip()) if part]
            if len(worths) in tables:
                raise forms.ValidationError(_("There are two lines for %(n)s players.") % {"n": len(worths)})
            if worths:
                tables[len(worths)] = worths
        return tables

    def clean_game_weights(self) -> dict[str, str]:
        return weights(self.cleaned_data["game_weights"], Game.objects.values_list("key", flat=True))

    def clean_stage_weights(self) -> dict[str, str]:
        return weights(self.cleaned_data["stage_weights"], STAGES)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                self.rules = rules_from(seeded(self.document()))
            except msgspec.ValidationError as problem:
                raise forms.ValidationError(
                    _("These rules do not fit together: %(why)s.") % {"why": problem_text(problem)}
                ) from None
        return data

    def document(self) -> dict[str, Any]:
        """What was entered, as the document that `ladder.scoring.rules` reads."""
        data = self.cleaned_data
        points = data["scheme"] in (PlacePoints.name, WinDrawLoss.name)
        ties = [data[f"tie_{place}"] for place in range(1, len(CRITERIA) + 1)]
        found: dict[str, Any] = {
            "inclusion": {
                "games": data["games"],
                "sizes": sorted(map(int, data["sizes"])),
                **{name: data[name] for name in ("free", "tournaments", "training", "only_verified", "witness")},
                "rule_set": data["rule_set"],
            },
            "scheme": self._scheme(),
            "minimum": data["minimum"],
            "weights": {
                "games": data["game_weights"],
                "stages": data["stage_weights"],
                "verified": text(data["verified"] if points else None, "0"),
            },
            "repeats": {"worth": data["repeats"], "first": data["repeats_first"]},
            "tie_breaks": [name for name in ties if name],
            "forfeits": {
                "conceded": data["conceded"],
                "left": data["left"],
                "bye_points": text(data["bye_points"]),
                **{name: data[name] for name in ("stand_in_rated", "no_shows", "no_show_days")},
            },
            "annual": {"type": "sum"} if data["annual"] == "sum" else {"type": "best", "n": data["annual_n"] or 9},
        }
        if data["scheme"] not in ("elo", "openskill"):
            found["aggregation"] = self._aggregation()
        if points:
            matches = data["participation_matches"] or 0
            found["participation"] = {"points": text(data["participation"], "0"), "matches": matches}
        return found

    def _scheme(self) -> dict[str, Any]:
        data = self.cleaned_data
        scheme: dict[str, Any] = {"type": data["scheme"]}
        if data["scheme"] == PlacePoints.name:
            scheme["tables"] = {str(size): row for size, row in data["tables"].items()}
        names = {WinDrawLoss.name: ("win", "draw", "loss"), Elo.name: ("k", "start")}.get(data["scheme"], ())
        return scheme | {name: text(data[name]) for name in names if data[name] is not None}

    def _aggregation(self) -> dict[str, Any]:
        kind, n = self.cleaned_data["aggregation"], self.cleaned_data["n"]
        found: dict[str, Any] = {"type": kind}
        if n is not None and kind != "sum":
            found["n" if kind == "best" else "least"] = n
        return found


PROBLEMS = (
    gettext_noop("a line of points has as many places as there are players, two at least"),
    gettext_noop("a table of points is needed"),
    gettext_noop("points must fall from the first place to the last, and none below 0"),
    gettext_noop("a win may not be worth less than a draw, nor a draw less than a loss"),
    gettext_noop("K must be above 0 and at most 1000"),
    gettext_noop("the rating at the start must lie between 0 and 10000"),
    gettext_noop("no number may be below 0"),
    gettext_noop("a table has at least two seats"),
    gettext_noop("some matches must count"),
    gettext_noop("weights must lie between 0 and 100, the bonus between 0 and 1000"),
    gettext_noop("a tie-break stands twice"),
    gettext_noop("nothing can follow a drawn lot"),
    gettext_noop("a bonus for verified matches goes with points only"),
    gettext_noop("a rating follows from every match"),
    gettext_noop("a rating knows no weights"),
)
"""What `ladder.scoring` refuses and this form can bring about."""


def problem_text(problem: msgspec.ValidationError) -> str:
    """Why rules were refused; the place in the document is left out."""
    found = str(problem).partition(" - at ")[0]
    return _(found) if found in PROBLEMS else found


def text(value: Fraction | None, empty: str | None = None) -> str | None:
    return empty if value is None else str(value)


def weights(lines: str, known: Iterable[str]) -> dict[str, str]:
    """Factors by key, a line each. Raises `ValidationError`."""
    found, names = {}, set(known)
    for line in filter(None, map(str.strip, lines.splitlines())):
        key, _space, factor = line.partition(" ")
        if key not in names:
            raise forms.ValidationError(_("“%(key)s” is not known here.") % {"key": key[:40]})
        found[key] = str(exact(factor))
    return found


def initial(rules: Rules, words: str, version: int) -> dict[str, Any]:
    """What the form shows for a version."""
    scheme, how = rules.scheme, rules.aggregation
    tables = scheme.tables if isinstance(scheme, PlacePoints) else PLACE_TABLES
    duel = scheme if isinstance(scheme, WinDrawLoss) else WinDrawLoss()
    elo = scheme if isinstance(scheme, Elo) else Elo()
    wanted, policy = rules.inclusion, rules.forfeits
    return {
        "games": list(wanted.games),
        "sizes": [str(size) for size in wanted.sizes],
        **{name: getattr(wanted, name) for name in ("free", "tournaments", "training", "only_verified", "witness")},
        "rule_set": wanted.rule_set,
        "scheme": scheme.name,
        "tables": "\n".join(" ".join(map(exact_text, row)) for _size, row in sorted(tables.items())),
        **{name: getattr(duel, name) for name in ("win", "draw", "loss")},
        **{name: getattr(elo, name) for name in ("k", "start")},
        "aggregation": "sum" if isinstance(how, Total) else "mean" if isinstance(how, Mean) else "best",
        "n": how.n if isinstance(how, Best) else how.least if isinstance(how, Mean) else None,
        "participation": rules.takes_part.points,
        "participation_matches": rules.takes_part.matches,
        "minimum": rules.minimum,
        "repeats": rules.repeats.worth,
        "repeats_first": rules.repeats.first,
        "game_weights": "\n".join(f"{key} {exact_text(factor)}" for key, factor in rules.weights.games.items()),
        "stage_weights": "\n".join(f"{key} {exact_text(factor)}" for key, factor in rules.weights.stages.items()),
        "verified": rules.weights.verified,
        **{f"tie_{place}": name for place, name in enumerate(rules.tie_breaks, 1)},
        **{name: getattr(policy, name) for name in ("conceded", "left", "bye_points", "stand_in_rated")},
        **{name: getattr(policy, name) for name in ("no_shows", "no_show_days")},
        "annual": "sum" if isinstance(rules.annual, Total) else "best",
        "annual_n": rules.annual.n if isinstance(rules.annual, Best) else None,
        "words": words,
        "version": version,
    }


FIELDSETS = [
    (
        gettext_lazy("Which matches count"),
        ["games", "sizes", "free", "tournaments", "training", "only_verified", "witness", "rule_set"],
    ),
    (gettext_lazy("What a match gives"), ["scheme"]),
    (gettext_lazy("Points by place"), ["tables"]),
    (gettext_lazy("Win, draw, loss"), ["win", "draw", "loss"]),
    (gettext_lazy("Elo"), ["k", "start"]),
    (
        gettext_lazy("How a month adds up"),
        ["aggregation", "n", "participation", "participation_matches", "minimum", "annual", "annual_n"],
    ),
    (
        gettext_lazy("Weights and repeats"),
        ["repeats", "repeats_first", "game_weights", "stage_weights", "verified"],
    ),
    (gettext_lazy("Tie-breaks, in this order"), [f"tie_{place}" for place in range(1, len(CRITERIA) + 1)]),
    (
        gettext_lazy("Forfeits"),
        ["conceded", "left", "bye_points", "stand_in_rated", "no_shows", "no_show_days"],
    ),
    (gettext_lazy("Your own words"), ["words"]),
]
"""The form in parts, as the page shows it."""
