"""A league's rules: the page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Game
from ladder import formats, rulebook
from ladder.models import Ladder, LadderRules
from ladder.scoring.place_points import PlacePoints
from ladder.scoring.rules import Rules
from ladder.views.leagues import keepers_of


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules in plain words, made from the parameters that the ranking is computed with."""
    ladder = get_object_or_404(Ladder, slug=slug)
    version = ladder.rules.latest("version")
    games = games_of(ladder, version.rules)
    scheme = version.rules.scheme
    tables = scheme.tables if isinstance(scheme, PlacePoints) else {}
    widest = max(tables, default=0)
    context = {
        "section": "ranking",
        "ladder": ladder,
        "version": version,
        "lines": lines(ladder, version, games),
        "supported": [game for game in games or Game.objects.all() if game.has_engine],
        "places": range(1, widest + 1),
        "tables": [(size, [*row, *[None] * (widest - size)]) for size, row in sorted(tables.items())],
        "favoured": rulebook.favoured(version.rules),
        "keepers": keepers_of(ladder),
    }
    return render(request, "ladder/rules.html", context)


def games_of(ladder: Ladder, rules: Rules) -> list[Game]:
    """The games that count, by name; none where all do."""
    taken = list(ladder.games.all())
    if not rules.inclusion.games:
        return taken
    return [game for game in taken or Game.objects.all() if game.key in rules.inclusion.games]


def lines(ladder: Ladder, version: LadderRules, games: list[Game]) -> list[str]:
    """The rules in ten lines."""
    its = version.rules
    shared = [rulebook.aggregation(its) + "."]
    if its.takes_part.points:
        shared = rulebook.in_short(its)
    told = [
        rulebook.calendar(formats.city(ladder.time_zone)),
        rulebook.inclusion(its, [str(game) for game in games]),
        rulebook.belief(its),
        rulebook.scheme_line(its),
        rulebook.shared_places(its),
        *shared,
        rulebook.extras(its),
        rulebook.minimum(its),
        rulebook.tie_breaks(its),
        rulebook.forfeits(its),
        rulebook.silence(ladder.silence_hours),
        rulebook.grace(ladder.grace_days),
    ]
    return [line for line in told if line]
