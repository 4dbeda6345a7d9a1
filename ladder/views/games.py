"""The games: what is checked of each, with which pieces and rules, how its log is saved; and adding one."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_slug
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Game
from games.registry import ENGINES
from games.selectors.games import games_played
from games.words.sets import contents
from ladder import game_texts
from ladder.models import Ladder
from ladder.permissions import may
from ladder.services.games import game_add

LANGUAGES = ("it", "pt", "en")


class GameForm(forms.Form):
    """A game without an engine."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=64)
    key = forms.CharField(
        label=gettext_lazy("Key"),
        max_length=40,
        required=False,
        validators=[validate_slug],
        help_text=gettext_lazy("Its name in addresses and files, such as azul. Empty: made from the name."),
    )
    seats_min = forms.IntegerField(label=gettext_lazy("Fewest players"), min_value=2, max_value=20, initial=2)
    seats_max = forms.IntegerField(label=gettext_lazy("Most players"), min_value=2, max_value=20, initial=6)
    name_it = forms.CharField(label=gettext_lazy("Name in Italian, if it has another"), max_length=64, required=False)
    name_pt = forms.CharField(
        label=gettext_lazy("Name in Portuguese, if it has another"), max_length=64, required=False
    )
    name_en = forms.CharField(label=gettext_lazy("Name in English, if it has another"), max_length=64, required=False)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        fewest, most = given.get("seats_min"), given.get("seats_max")
        if fewest is not None and most is not None and most < fewest:
            self.add_error("seats_max", _("The most cannot be fewer than the fewest."))
        return given

    def settings(self) -> dict[str, Any]:
        given = self.cleaned_data
        names = {language: given[f"name_{language}"] for language in LANGUAGES if given[f"name_{language}"]}
        return {name: given[name] for name in ("name", "key", "seats_min", "seats_max")} | {"names": names}


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    context = {"section": "games", "games": games_played(), "may_add": may(request.user, "add_game")}
    return render(request, "games/games.html", context)


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    found = get_object_or_404(Game, key=key)
    played = next(each for each in games_played() if each.game == found)
    context: dict[str, Any] = {
        "section": "games",
        "game": found,
        "played": played,
        "leagues": [ladder for ladder in Ladder.objects.prefetch_related("games") if takes(ladder, found)],
    }
    if found.has_engine:
        box = ENGINES[key].base_components()
        context |= {
            "checked": game_texts.CHECKED[key],
            "rule_sets": game_texts.rule_sets(key),
            "options": game_texts.options(key),
            "box": box,
            "contents": contents(key),
        }
    return render(request, "games/game.html", context)


def takes(ladder: Ladder, game: Game) -> bool:
    """Whether results of the game count in a league."""
    named = list(ladder.games.all())
    return not named or game in named


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    if not may(request.user, "add_game"):
        raise PermissionDenied
    form = GameForm(request.POST or None)
    if form.is_valid():
        try:
            added, is_new = game_add(**form.settings(), by=request.user)
        except ValidationError as problem:
            form.add_error(None, problem)
        else:
            text = _("Added. Its results can be entered now.") if is_new else _("It was there already.")
            messages.success(request, text)
            return redirect(reverse("game", args=[added.key]))
    return render(
        request, "games/game_new.html", {"section": "games", "form": form}, status=422 if form.errors else 200
    )
