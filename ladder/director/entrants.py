"""Who takes part: entered by the director, checked in, seeded, moved up, late, out and back again."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games.engine.text import clean_name
from games.models import Player, User
from games.selectors.players import candidates
from games.services.players import player_named
from ladder.director.acting import after, check, last_number, number_in, number_sent, tournament_at
from ladder.formats import listed
from ladder.permissions import may
from ladder.ratelimit import takes_lists
from tournaments.models import Entrant, Stage, Tournament
from tournaments.selectors.board import board_of
from tournaments.selectors.seasons import check_in_round
from tournaments.services.challenges import ladder_join
from tournaments.services.entrants import (
    entrant_back,
    entrant_check_in,
    entrant_drop,
    entrant_enter,
    entrant_late,
    entrant_promote,
    entrant_seed,
    entrant_withdraw,
)
from tournaments.services.errors import Refused
from tournaments.services.notices import check_in_remind
from tournaments.services.seasons import entrant_join, entrant_leave, entrant_return
from tournaments.terms import PLANNED

State = Entrant.State
GROUPS: dict[str, str | Promise] = {
    State.RESERVE: gettext_lazy("In reserve"),
    State.ENTERED: pgettext_lazy("several people", "Entered"),
    State.CHECKED_IN: pgettext_lazy("several people", "Checked in"),
    State.ACTIVE: gettext_lazy("In"),
    State.AWAY: gettext_lazy("On leave"),
    State.DROPPED: gettext_lazy("Dropped out"),
    State.WITHDRAWN: gettext_lazy("Withdrawn before the start"),
}
"""Headings, in their order."""
TAKING_PART = (State.ENTERED, State.CHECKED_IN, State.ACTIVE)
MOST_NAMES = 200
"""On a pasted list."""
OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)


def late(row: Entrant, *, version: int, by: User) -> None:
    """Let in who did not check in, or waits in reserve, while it runs."""
    join(stage_begun(row.tournament), row.player, by)


ACTS: dict[str, tuple[str, Callable[..., object]]] = {
    "withdraw": ("withdraw", entrant_withdraw),
    "promote": ("check_in", entrant_promote),
    "drop": ("withdraw", entrant_drop),
    "back": ("enter_late", entrant_back),
    "late": ("enter_late", late),
    "away": ("withdraw", entrant_leave),
    "return": ("withdraw", entrant_return),
}
"""What one press does to somebody: the permission it needs, and the service."""


@login_required
@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    return page(request, tournament_at(request, slug, "enter_others"))


def page(request: HttpRequest, tournament: Tournament, status: int = 200, **more: Any) -> HttpResponse:
    """Everybody with what can be done about them; what was typed stays."""
    if status != 200:
        tournament = Tournament.objects.select_related("game").get(pk=tournament.pk)
    rows = list(tournament.entrants.select_related("player").order_by("seed", "entered_at", "pk"))
    stages = list(tournament.stages.order_by("number"))
    begun = any(stage.state != Stage.State.PLANNED for stage in stages)
    seasons = any(stage.terms.format == "divisions" for stage in stages)
    directs, late_ones = may(request.user, "direct", tournament), takes_late(stage_now(stages), tournament)
    ticked = set(request.POST.getlist("entrant"))
    listed_rows = [
        {
            "row": row,
            "acts": acts_for(row, tournament, seasons, late_ones),
            "ticked": f"{row.pk}:{row.version}" in ticked,
            "seed": request.POST.get(f"seed-{row.pk}", row.seed or "") if not begun else row.seed,
            "club": request.POST.get(f"club-{row.pk}", row.club),
        }
        for row in rows
    ]
    context = {
        "section": "tournaments",
        "tournament": tournament,
        "zone": tournament.time_zone,
        "tab": "entrants",
        "seen": last_number(tournament),
        "groups": [
            (title, [one for one in listed_rows if one["row"].state == state]) for state, title in GROUPS.items()
        ],
        "checking": tournament.state in ("entries", "check_in") and any(row.state == State.ENTERED for row in rows),
        "seeding": not begun and bool(rows) and directs,
        "entering": tournament.state in ("entries", "check_in", "running"),
        "late": tournament.state == "running",
        "name": request.POST.get("name", ""),
        "names": request.POST.get("names", ""),
        "count": sum(row.state in ((State.ACTIVE,) if begun else TAKING_PART) for row in rows),
        "places": tournament.terms.places,
        "directs": directs,
        "sent": request.POST,
        "apart_fields": [("first", _("One of them")), ("second", _("The other"))],
        "apart": apart_pairs(tournament, rows) if directs and tournament.state not in OVER else None,
        "clubs": bool(rows) and directs and tournament.state not in OVER,
        "round_check": round_check(tournament, stages, rows),
        "replacing": replacing(stages, rows) if directs and tournament.state == "running" else None,
        **more,
    }
    return render(request, "tournaments/desk/entrants.html", context, status=status)


def apart_pairs(tournament: Tournament, rows: list[Entrant]) -> list[dict[str, Any]]:
    """Pairs who should not meet, by name."""
    names = {row.pk: row.player.name for row in rows}
    return [
        {"pair": pair, "first": names[pair.first_id], "second": names[pair.second_id]}
        for pair in tournament.not_to_meet.all()
    ]


def stage_now(stages: list[Stage]) -> Stage | None:
    """The stage that is played now."""
    return next((stage for stage in stages if stage.state in (Stage.State.SEEDED, Stage.State.RUNNING)), None)


def round_check(tournament: Tournament, stages: list[Stage], rows: list[Entrant]) -> dict[str, Any] | None:
    """Who is there for the next round, where the terms ask for it before each."""
    stage = stage_now(stages)
    if stage is None or tournament.state != Tournament.State.RUNNING:
        return None
    if not tournament.terms.check_in_rounds and stage.terms.format != "divisions":
        return None
    number = check_in_round(board_of(stage.pk), timezone.now())
    if number is None:
        return None
    here = set(stage.check_ins.filter(round=number).values_list("entrant", flat=True))
    field = set(stage.field.values_list("entrant", flat=True))
    people = [(row, row.pk in here) for row in rows if row.pk in field and row.state == State.ACTIVE]
    return {"stage": stage, "number": number, "people": people, "here": sum(is_here for _row, is_here in people)}


def replacing(stages: list[Stage], rows: list[Entrant]) -> dict[str, Any] | None:
    """Where all rounds are planned, somebody who has not begun can be replaced."""
    stage = stage_now(stages)
    if stage is None or stage.terms.format not in PLANNED:
        return None
    return {"stage": stage, "people": [row for row in rows if row.state == State.ACTIVE]}


def takes_late(stage: Stage | None, tournament: Tournament) -> bool:
    """Whether somebody may still come in while a stage runs."""
    if stage is None or stage.terms.format not in ("swiss", "challenge", "divisions"):
        return False
    return stage.terms.format != "swiss" or tournament.terms.late != "refused"


def acts_for(row: Entrant, tournament: Tournament, seasons: bool, late_ones: bool) -> list[tuple[str, str]]:
    """What can be done about somebody now: the act, and its button."""
    if tournament.state in ("entries", "check_in"):
        if row.state == State.RESERVE:
            return [("promote", _("Move up")), ("withdraw", _("Withdraw"))]
        return [("withdraw", _("Withdraw"))] if row.state in (State.ENTERED, State.CHECKED_IN) else []
    if tournament.state == "running":
        enters = [("late", _("Enters late"))] if late_ones else []
        sits_out = [("away", _("Sits out the next season"))] if seasons else []
        return {
            State.ACTIVE: [("drop", _("Drops out")), *sits_out],
            State.DROPPED: [("back", _("Comes back"))],
            State.AWAY: [("return", _("Plays the next season"))],
            **dict.fromkeys((State.ENTERED, State.CHECKED_IN, State.RESERVE), enters),
        }.get(State(row.state), [])
    return []


@login_required
@require_POST
def act(request: HttpRequest, slug: str, do: str) -> HttpResponse:
    """One act about one person."""
    tournament = tournament_at(request, slug, "enter_others")
    if do not in ACTS:
        raise Http404
    allowed, service = ACTS[do]
    row = get_object_or_404(tournament.entrants, pk=number_sent(request, "entrant"))
    check(request, allowed, tournament if allowed == "enter_late" else row)
    version = number_sent(request, "version")
    return go(request, tournament, lambda: service(row, version=version, by=request.user), _("Done."))


@takes_lists
@login_required
@require_POST
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in everybody who is ticked, or all at once; each with the version that was seen."""
    tournament = tournament_at(request, slug, "enter_others")
    ticked = [part.partition(":") for part in request.POST.getlist("shown" if "all" in request.POST else "entrant")]
    versions = {number_in(pk): number_in(version) for pk, _colon, version in ticked}
    rows = list(tournament.entrants.filter(pk__in=versions).select_related("tournament"))

    def do() -> None:
        if not rows:
            raise Refused("nobody_ticked")
        for row in rows:
            entrant_check_in(row, version=versions[row.pk], by=request.user)

    return go(request, tournament, do, _("Checked in: %(n)s.") % {"n": len(rows)})


@login_required
@require_POST
def remind(request: HttpRequest, slug: str) -> HttpResponse:
    """Remind those who have not checked in; told anew at most once an hour."""
    tournament = tournament_at(request, slug, "message_round")
    if tournament.state != Tournament.State.CHECK_IN:
        raise Http404
    count = check_in_remind(tournament, request.user)
    text = ngettext("%(n)s account is reminded.", "%(n)s accounts are reminded.", count)
    messages.success(request, text % {"n": count})
    return redirect("director_entrants", slug)


@takes_lists
@login_required
@require_POST
def seeds(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the seeds that differ from what they were."""
    tournament = tournament_at(request, slug, "seed")
    rows = list(tournament.entrants.all())
    typed = {row.pk: request.POST[f"seed-{row.pk}"].strip() for row in rows if f"seed-{row.pk}" in request.POST}
    for text in typed.values():
        if text and not number_in(text, 0):
            return page(request, tournament, 422, refused=_("“%(text)s” is no number.") % {"text": text[:20]})

    def do() -> None:
        for row in rows:
            seed = number_in(typed[row.pk], 0) or None if row.pk in typed else row.seed
            if seed != row.seed:
                version = number_sent(request, f"version-{row.pk}")
                entrant_seed(row, seed, version=version, by=request.user)

    return go(request, tournament, do, _("Seeds saved."))


@login_required
@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter somebody by name; while the tournament runs as a late entry."""
    tournament = tournament_at(request, slug, "enter_others")
    name, late = clean_name(request.POST.get("name", "")), tournament.state == "running"
    if late:
        check(request, "enter_late", tournament)
    player, problem, asks = meant(name, bool(request.POST.get("is_new")))
    if problem:
        return page(request, tournament, 422, name_problem=problem, asks_new=asks)

    def do() -> None:
        person = player or player_named(name, at=timezone.now())
        if late:
            join(stage_begun(tournament), person, request.user)
        else:
            entrant_enter(tournament, person, by=request.user)

    return go(request, tournament, do, _("Entered: %(name)s.") % {"name": player.name if player else name})


@login_required
@require_POST
def enter_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter everybody of a pasted list, a name a line, in its order: all of them, or nobody and why."""
    tournament = tournament_at(request, slug, "enter_others")
    names = list(dict.fromkeys(filter(None, map(clean_name, request.POST.get("names", "").splitlines()))))
    found = {name: meant(name, bool(request.POST.get("is_new"))) for name in names[:MOST_NAMES]}
    problems = [f"{name}: {problem}" for name, (_player, problem, _asks) in found.items() if problem]
    if len(names) > MOST_NAMES:
        problems = [_("At most %(n)s names at once.") % {"n": MOST_NAMES}]
    if problems or not names:
        asks = any(asks for _player, _problem, asks in found.values())
        told = problems or [_("A name is missing.")]
        return page(request, tournament, 422, list_problems=told, asks_new_list=asks)

    def do() -> None:
        for name, (player, _problem, _asks) in found.items():
            entrant_enter(tournament, player or player_named(name, at=timezone.now()), by=request.user)

    return go(request, tournament, do, _("Entered: %(name)s.") % {"name": listed(names)})


def stage_begun(tournament: Tournament) -> Stage:
    """The last stage that has begun. Raises `Refused` where none has."""
    stage = tournament.stages.exclude(state=Stage.State.PLANNED).order_by("-number").first()
    if stage is None:
        raise Refused("stage_state", found=Stage.State.PLANNED, stage=1)
    return stage


def join(stage: Stage, player: Player, by: User) -> None:
    """A late entry, as the format of the stage has it: on a ladder at the bottom, in divisions from the next season on."""
    if stage.terms.format == "challenge":
        ladder_join(stage, player, version=stage.version, by=by)
    elif stage.terms.format == "divisions":
        entrant_join(stage.tournament, player, by=by)
    else:
        entrant_late(stage, player, by=by)


def meant(name: str, is_new: bool) -> tuple[Player | None, str, bool]:
    """Who is meant by a typed name: the player, or why not and whether a new one may be meant. Near ones are only offered."""
    if not name:
        return None, _("A name is missing."), False
    found = candidates(name)
    by_slug = Player.objects.filter(slug=name, merged_into=None).first()
    if len(found.exact) == 1 or (by_slug is not None and not is_new):
        return (found.exact[0] if len(found.exact) == 1 else by_slug), "", False
    if found.exact:
        slugs = listed([player.slug for player in found.exact])
        return None, _("Several players bear this name. Write the address of one: %(slugs)s.") % {"slugs": slugs}, False
    if is_new:
        return None, "", True
    near = listed([player.name for player in found.near])
    text = _("Nobody of that name has played here.")
    return None, " ".join([text, _("Is it %(names)s?") % {"names": near}]) if near else text, True


def go(request: HttpRequest, tournament: Tournament, do: Callable[[], object], done: str) -> HttpResponse:
    found: HttpResponse = after(
        request, tournament, do, done, partial(page, request, tournament), "director_entrants", tournament.slug
    )
    return found
