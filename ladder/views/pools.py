"""What managers do with rating pools: create, change, pause."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.forms import VersionForm
from games.models import Game
from ladder.models import Ladder, RatingPool
from ladder.permissions import may
from ladder.rating_texts import METHODS, settings_told
from ladder.services import pools as services
from ladder.views.ratings import found_pool


class PoolForm(forms.Form):
    """The settings of a pool; `version` is the one that the person saw."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1, initial=0)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=64)
    method = forms.ChoiceField(
        label=gettext_lazy("Method"),
        choices=RatingPool.Kind,
        initial=RatingPool.Kind.OPENSKILL,
        help_text=gettext_lazy(
            "OpenSkill fits tables of any size, Elo is the best known, Glicko-2 is for games of two."
        ),
    )
    games = forms.ModelMultipleChoiceField(
        Game.objects.none(),
        to_field_name="key",
        label=gettext_lazy("Games"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("None chosen: every game of the league."),
    )
    seats_min = forms.IntegerField(
        label=gettext_lazy("Fewest players at a table"), min_value=2, max_value=20, initial=2
    )
    seats_max = forms.IntegerField(label=gettext_lazy("Most players at a table"), min_value=2, max_value=20, initial=6)
    start = forms.IntegerField(label=gettext_lazy("Start value"), min_value=100, max_value=5000, initial=1500)
    k = forms.IntegerField(
        label=gettext_lazy("K (Elo only)"),
        min_value=1,
        max_value=400,
        initial=32,
        help_text=gettext_lazy("How much one match can move a rating."),
    )
    january = forms.ChoiceField(label=gettext_lazy("At the turn of the year"), choices=RatingPool.January)
    stand_ins = forms.BooleanField(
        label=gettext_lazy("Rate matches in which a stand-in moved for somebody"), required=False, initial=True
    )

    def __init__(self, *args: Any, ladder: Ladder, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        taken = ladder.games.all()
        self.fields["games"].queryset = taken if taken else Game.objects.all()

    def settings(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "version"}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    ladder = kept_ladder(request, slug)
    form = PoolForm(request.POST or None, ladder=ladder)
    if form.is_valid():
        pool = carried_out(form, lambda: services.pool_create(ladder, by=request.user, **form.settings()))
        if pool is not None:
            messages.success(request, _("Created. The ratings appear as soon as the matches have been gone through."))
            return redirect(pool)
    return form_page(request, ladder, form, None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, slug: str, pool: str) -> HttpResponse:
    ladder = kept_ladder(request, slug)
    found = found_pool(slug, pool)
    given = {name: getattr(found, name) for name in (*services.SETTINGS, "version")}
    form = PoolForm(request.POST or None, ladder=ladder, initial=given | {"games": found.games.all()})
    if form.is_valid():
        version = form.cleaned_data["version"]
        try:
            done = carried_out(
                form, lambda: services.pool_change(found, version=version, by=request.user, **form.settings())
            )
        except services.PoolConflict as conflict:
            return conflict_page(request, conflict.pool, form)
        if done is not None:
            messages.success(request, _("Saved. What follows from it appears in a moment."))
            return redirect(done)
    return form_page(request, ladder, form, found)


@login_required
@require_POST
def pause(request: HttpRequest, slug: str, pool: str) -> HttpResponse:
    """Pause a pool, or let it go on, as the button pressed says."""
    kept_ladder(request, slug)
    found, form = found_pool(slug, pool), VersionForm(request.POST)
    if not form.is_valid():
        raise BadRequest("version")
    paused = request.POST.get("act") == "pause"
    try:
        done = services.pool_pause(found, version=form.cleaned_data["version"], by=request.user, paused=paused)
    except services.PoolConflict as conflict:
        return conflict_page(request, conflict.pool, None)
    text = _("Paused. The ratings stay as they are.") if paused else _("It goes on, and catches up in a moment.")
    messages.success(request, text)
    return redirect(done)


def kept_ladder(request: HttpRequest, slug: str) -> Ladder:
    ladder = get_object_or_404(Ladder, slug=slug)
    if not may(request.user, "rate", ladder):
        raise PermissionDenied
    return ladder


def carried_out(form: PoolForm, act: Callable[[], RatingPool]) -> RatingPool | None:
    """Do it, or say at the fields why not."""
    try:
        return act()
    except ValidationError as problem:
        form.add_error(None, problem)
        return None


def form_page(request: HttpRequest, ladder: Ladder, form: PoolForm, pool: RatingPool | None) -> HttpResponse:
    context = {
        "section": "ranking",
        "ladder": ladder,
        "pool": pool,
        "form": form,
        "title": _("Change the ratings “%(name)s”") % {"name": pool.name} if pool else _("New ratings"),
        "methods": [(label, METHODS[kind]) for kind, label in RatingPool.Kind.choices],
    }
    return render(request, "ladder/pool_form.html", context, status=422 if form.errors else 200)


def conflict_page(request: HttpRequest, pool: RatingPool, form: PoolForm | None) -> HttpResponse:
    """Somebody else changed the pool meanwhile: what it is now, and what this person wanted."""
    wanted = []
    if form is not None:
        given = form.settings()
        games = list(given.pop("games"))
        wanted = [given["name"], *settings_told(RatingPool(ladder=pool.ladder, **given), games)]
    context = {"section": "ranking", "ladder": pool.ladder, "pool": pool, "wanted": wanted}
    context["told"] = [pool.name, *settings_told(pool, pool.games.all())]
    return render(request, "ladder/pool_409.html", context, status=409)
