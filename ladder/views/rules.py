"""A league's rules: the page with examples and a calculator, and the form for a new version."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Game, Seat
from games.scoring.place_points import PlacePoints
from ladder import examples, explain, formats, rulebook
from ladder.models import Ladder, LadderRules
from ladder.permissions import may
from ladder.rules_form import FIELDSETS, RulesForm, initial
from ladder.scoring.rules import Rules
from ladder.selectors.seasons import season_at
from ladder.services.rules import RulesConflict, RulesRefused, next_month, rules_change
from ladder.views.leagues import display_name, keepers_of


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules in plain words, made from the parameters that the ranking is computed with."""
    ladder = get_object_or_404(Ladder, slug=slug)
    versions = list(ladder.rules.select_related("created_by__player"))
    in_force = season_at(ladder, timezone.now()).rules
    version = chosen(versions, request.GET.get("version", str(in_force.version)))
    its = version.rules
    games = games_of(ladder, its)
    context = {
        "section": "ranking",
        "ladder": ladder,
        "version": version,
        "in_force": in_force,
        "newest": versions[0],
        "parts": parts_of(ladder, its),
        "examples": examples.examples(its),
        "points": point_table(its),
        "favoured": rulebook.favoured(its),
        "forfeits": rulebook.forfeit_table(its),
        "no_shows": rulebook.no_show_flag(its),
        "ties": [(explain.CRITERIA[name], rulebook.DEFINITIONS[name]) for name in its.tie_breaks],
        "calculator": calculator(request, its),
        "versions": [told(row, older) for row, older in zip(versions, [*versions[1:], None], strict=True)],
        "supported": [game for game in games or Game.objects.all() if game.has_engine],
        "keepers": keepers_of(ladder),
        "may_edit": may(request.user, "edit_rules", ladder),
    }
    return render(request, "ladder/rules.html", context)


def chosen(versions: Sequence[LadderRules], wanted: str) -> LadderRules:
    """The version asked for. Raises `Http404`."""
    for row in versions:
        if str(row.version) == wanted:
            return row
    raise Http404


def games_of(ladder: Ladder, rules: Rules) -> list[Game]:
    """The games that count, by name; none where all do."""
    taken = list(ladder.games.all())
    if not rules.inclusion.games:
        return taken
    return [game for game in taken or Game.objects.all() if game.key in rules.inclusion.games]


def parts_of(ladder: Ladder, rules: Rules) -> list[rulebook.Part]:
    """The rules of a league in ten lines."""
    games = [str(game) for game in games_of(ladder, rules)]
    return rulebook.parts(
        rules,
        games=games,
        city=formats.city(ladder.time_zone),
        grace_days=ladder.grace_days,
        silence_hours=ladder.silence_hours,
    )


@dataclass(frozen=True)
class PointTable:
    """The points by place: the places as columns, a row for each table size."""

    places: Sequence[int]
    rows: Sequence[tuple[int, Sequence[Any]]]


def point_table(rules: Rules) -> PointTable | None:
    scheme = rules.scheme
    if not isinstance(scheme, PlacePoints):
        return None
    widest = max(scheme.tables)
    rows = [(size, [*row, *[None] * (widest - size)]) for size, row in sorted(scheme.tables.items())]
    return PointTable(range(1, widest + 1), rows)


@dataclass(frozen=True)
class Version:
    """A version in the list: since when, by whom, and what reads otherwise than before."""

    row: LadderRules
    by: str
    changes: Sequence[rulebook.Change]
    words_changed: bool


def told(row: LadderRules, older: LadderRules | None) -> Version:
    changes = differences(row.ladder, older.rules, row.rules) if older else []
    by = display_name(row.created_by) if row.created_by else ""
    return Version(row, by, changes, older is not None and older.words != row.words)


def differences(ladder: Ladder, before: Rules, after: Rules) -> list[rulebook.Change]:
    """What reads otherwise in the rules after a change, the point tables included."""
    old, new = ([*parts_of(ladder, its), rulebook.tables_text(its)] for its in (before, after))
    return rulebook.changes(old, new)


# The calculator


@dataclass(frozen=True)
class CalculatorSeat:
    number: int
    place: int
    flag: str
    points: str


@dataclass(frozen=True)
class Calculator:
    """Places at one table, and what they give."""

    sizes: Sequence[int]
    size: int
    seats: Sequence[CalculatorSeat]
    flags: Sequence[tuple[str, str]]
    problem: str


def calculator(request: HttpRequest, rules: Rules) -> Calculator | None:
    """What the places in the address give: `size`, then `p1`, `f1` and so on for each seat."""
    sizes = examples.sizes_of(rules)
    if not sizes or rules.scheme.name == "score_share":
        return None
    wanted = request.GET.get("size", "")
    size = (
        int(wanted)
        if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 and int(wanted) in sizes
        else examples.usual_size(rules)
    )
    flags = [(value, str(label)) for value, label in Seat.Flag.choices]
    chosen = [place_in(request, number, size) for number in range(1, size + 1)]
    places = [1 + sum(other < place for other in chosen) for place in chosen]  # 1, 1, 2 is written 1, 1, 3
    states = [flag_in(request, number) for number in range(1, size + 1)]
    found = examples.gives(rules, places, states)
    problem = str(explain.REASONS[found]) if isinstance(found, str) else ""
    worths = [""] * size if isinstance(found, str) else [examples.shown(rules, score) for score in found.values()]
    seats = [
        CalculatorSeat(number, place, flag, worth)
        for number, (place, flag, worth) in enumerate(zip(places, states, worths, strict=True), 1)
    ]
    return Calculator(sizes, size, seats, flags, problem)


def place_in(request: HttpRequest, number: int, size: int) -> int:
    text = request.GET.get(f"p{number}", "")
    place = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else number
    return place if 1 <= place <= size else number


def flag_in(request: HttpRequest, number: int) -> str:
    flag = request.GET.get(f"f{number}", "")
    return flag if flag in Seat.Flag.values else Seat.Flag.PLAYED.value


# The form


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Write the next version: first what it says and what changes, then save."""
    ladder = get_object_or_404(Ladder, slug=slug)
    if not may(request.user, "edit_rules", ladder):
        raise PermissionDenied
    latest = ladder.rules.latest("version")
    games = list(ladder.games.all()) or list(Game.objects.all())
    started = initial(latest.rules, latest.words, latest.version)
    form = RulesForm(request.POST or None, games=games, initial=started)
    context: dict[str, Any] = {"look": None}
    status = 200
    if request.method == "POST" and form.is_valid():
        if request.POST.get("act") == "save":
            answer = save(request, ladder, form)
            if answer is not None:
                return answer
            status = 409
        newest = ladder.rules.latest("version")
        context["look"] = look(ladder, newest, form.rules)
        context["conflict"] = newest if form.cleaned_data["version"] != newest.version else None
        context["conflict_by"] = display_name(newest.created_by) if newest.created_by else ""
    since = next_month(ladder)
    context |= {
        "section": "ranking",
        "ladder": ladder,
        "form": form,
        "fieldsets": [(title, [form[name] for name in names]) for title, names in FIELDSETS],
        "since": formats.month(dt.date(int(since[:4]), int(since[5:]), 1)),
        "newest": latest,
    }
    return render(request, "ladder/rules_edit.html", context, status=status)


@dataclass(frozen=True)
class Look:
    """How entered rules would read."""

    parts: Sequence[rulebook.Part]
    changes: Sequence[rulebook.Change]
    favoured: str


def look(ladder: Ladder, newest: LadderRules, rules: Rules) -> Look:
    return Look(parts_of(ladder, rules), differences(ladder, newest.rules, rules), rulebook.favoured(rules))


def save(request: HttpRequest, ladder: Ladder, form: RulesForm) -> HttpResponse | None:
    """Save a version and say so; None where somebody was faster."""
    data = form.cleaned_data
    try:
        row = rules_change(ladder, form.document(), words=data["words"], version=data["version"], by=request.user)
    except RulesConflict:
        return None
    except RulesRefused:
        messages.info(request, _("That is what the rules say already: nothing was changed."))
        return redirect("league_rules", ladder.slug)
    messages.success(request, _("Saved as version %(n)s.") % {"n": row.version})
    if warning := rulebook.favoured(row.rules):
        messages.warning(request, warning)
    return redirect(f"{reverse('league_rules', args=[ladder.slug])}?version={row.version}")
