"""The desk of one tournament: what waits now, its stages and rounds, and the stack of acts."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from django.views.decorators.http import require_POST, require_safe

from ladder.director import steps
from ladder.director.acting import after, carry_out, check, number_in, number_sent, stages_at, told, tournament_at
from ladder.permissions import may
from ladder.tournament_pages.rounds import title_of
from ladder.tournament_pages.words import stage_name
from tournaments.models import Act, Entrant, Round, Stage, Tournament
from tournaments.selectors.acts import stack
from tournaments.selectors.board import Board
from tournaments.selectors.challenges import is_ladder, ladder_of
from tournaments.selectors.seasons import not_checked_in, season_after
from tournaments.selectors.standings import qualifiers
from tournaments.services.challenges import challenge_accept, challenge_make, challenge_refuse, challenge_table
from tournaments.services.dutch_jobs import round_draft
from tournaments.services.errors import Refused
from tournaments.services.notices import message_send
from tournaments.services.seasons import stage_add
from tournaments.services.stages import stage_complete, stage_start
from tournaments.services.tournaments import tournament_advance, tournament_cancel
from tournaments.services.work import act_undo

SHOWN = 10


@login_required
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """The tournaments that somebody directs, and the way to a new one."""
    rows = Tournament.objects.select_related("game")
    if not request.user.is_superuser:
        rows = rows.filter(roles__user=request.user, roles__kind="director").distinct()
    creates = may(request.user, "create_tournament")
    found = list(rows[:100])
    if not found and not creates:
        raise PermissionDenied
    context = {"section": "tournaments", "tournaments": found, "creates": creates}
    return render(request, "tournaments/desk/list.html", context)


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    stages = stages_at(slug)
    check(request, "direct", stages[0].tournament)
    return shown(request, stages)


def page(request: HttpRequest, tournament: Tournament, status: int = 200, **more: Any) -> HttpResponse:
    return shown(request, stages_at(tournament.slug), status, **more)


def shown(request: HttpRequest, stages: list[Stage], status: int = 200, **more: Any) -> HttpResponse:
    """The whole desk as it stands now."""
    tournament = stages[0].tournament
    board = board_shown(stages)
    counted = tournament.entrants.order_by().values_list("state").annotate(Count("pk"))
    counts = dict(counted) if board is None else {}
    names = {} if board is None else {pk: one.player.name for pk, one in board.entrants.items()}
    now = timezone.now()
    step = steps.next_step(tournament, stages, board, counts)
    acts = list(stack(tournament).select_related("actor__player")[:SHOWN])
    context = {
        "section": "tournaments",
        "tournament": tournament,
        "zone": tournament.time_zone,
        "tab": "overview",
        "seen": stages[0].seen,
        "step": step,
        "waiting": steps.waiting(board, names, now),
        "provisional": steps.unchecked(board),
        "not_there": [names[one] for one in not_checked_in(board, now)] if board is not None else [],
        "stages": [stage_card(stage, board) for stage in stages],
        "qualified": qualified(stages, board),
        "ladder": ladder_card(request, board),
        "another_season": another_season(stages),
        "acts": [told(act) | {"typed": typed_for(act, tournament)} for act in acts],
        "can_cancel": tournament.state not in ("finished", "cancelled"),
        "reason": request.POST.get("reason", ""),
        **more,
    }
    return render(request, "tournaments/desk/overview.html", context, status=status)


def board_shown(stages: list[Stage]) -> Board | None:
    """The last stage that has begun."""
    begun = [stage for stage in stages if stage.state != Stage.State.PLANNED]
    return Board(begun[-1]) if begun else None


def stage_card(stage: Stage, board: Board | None) -> dict[str, Any]:
    """A stage with its rounds; only those of the stage that goes on are shown whole."""
    if board is None or board.stage.pk != stage.pk:
        return {"stage": stage, "name": stage_name(stage), "rounds": []}
    return {
        "stage": stage,
        "name": stage_name(stage),
        "rounds": [
            {
                "round": laid.round,
                "title": title_of(board, laid),
                "url": steps.round_url(stage.tournament.slug, laid),
                "tables": len(laid.tables),
                "decided": sum(table.is_decided for table in laid.tables),
            }
            for laid in board.rounds
        ],
    }


def qualified(stages: list[Stage], board: Board | None) -> list[dict[str, Any]]:
    """Who would go on if the next stage started now, by seed; empty where no stage is about to."""
    if board is None or board.stage.state != Stage.State.COMPLETE or board.stage.number >= len(stages):
        return []
    if board.stage_terms.format == stages[board.stage.number].terms.format == "divisions":
        return next_divisions(board)
    return [
        {
            "seed": one.seed,
            "name": board.entrants[one.entrant].player.name,
            "place": one.reason["place"],
            "group": one.reason.get("group"),
            "best_next": one.reason.get("why") == "best_next",
        }
        for one in qualifiers(board)
    ]


def next_divisions(board: Board) -> list[dict[str, Any]]:
    """Who would play in which division of the next season."""
    tiers = season_after(board)[0].tiers
    people = Entrant.objects.filter(pk__in=[one for tier in tiers for one in tier]).select_related("player")
    names = {one.pk: one.player.name for one in people}
    return [
        {"seed": seed, "name": names[one], "division": number}
        for number, tier in enumerate(tiers, start=1)
        for seed, one in enumerate(tier, start=1)
    ]


def ladder_card(request: HttpRequest, board: Board | None) -> dict[str, Any] | None:
    """The order of a challenge ladder that runs, and what is open on it."""
    if board is None or not is_ladder(board) or board.stage.state != Stage.State.RUNNING:
        return None
    state = ladder_of(board)
    names = {pk: one.player.name for pk, one in board.entrants.items()}
    return {
        "stage": board.stage,
        "most": board.terms.most,
        "ticked": set(map(number_in, request.POST.getlist("people"))),
        "order": [(place, pk, names[pk]) for place, pk in enumerate(state.order, 1)],
        "open": [
            {"one": one, "challenger": names[one.challenger], "challenged": names[one.challenged]} for one in state.open
        ],
    }


def another_season(stages: list[Stage]) -> bool:
    """Whether divisions have ended and may be played once more."""
    over = all(stage.state in (Stage.State.COMPLETE, Stage.State.LOCKED) for stage in stages)
    return over and stages[-1].tournament.state == "running" and stages[-1].terms.format == "divisions"


def typed_for(act: Act, tournament: Tournament) -> str:
    """What must be typed to undo an act: the name of the round, where people have seen it or its results."""
    if act.kind.startswith(("result.", "round.")) and act.kind != "round.extended" and "round" in act.facts:
        with override(tournament.language):
            return _("Round %(number)d") % {"number": act.facts["round"]}
    return ""


@login_required
@require_POST
def advance(request: HttpRequest, slug: str) -> HttpResponse:
    """On to the next state."""
    tournament = tournament_at(request, slug, "change_tournament")
    to, version = request.POST.get("to", ""), number_sent(request, "version")

    def act() -> None:
        tournament_advance(tournament, to, version=version, by=request.user)

    return after(request, tournament, act, _("Done."), partial(page, request, tournament), "director", slug)


@login_required
@require_POST
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Call it off."""
    tournament = tournament_at(request, slug, "change_tournament")
    version, reason = number_sent(request, "version"), request.POST.get("reason", "")

    def act() -> None:
        tournament_cancel(tournament, version=version, by=request.user, reason=reason)

    return after(request, tournament, act, _("Called off."), partial(page, request, tournament), "director", slug)


@login_required
@require_POST
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the last act; behind results and published rounds their name is typed."""
    tournament = tournament_at(request, slug, "undo_act")
    last = tournament.acts.filter(pk=number_sent(request, "act")).first()
    if last is None:
        raise Http404

    def act() -> object:
        wanted, typed = typed_for(last, tournament), request.POST.get("typed", "")
        if wanted and typed.strip().casefold() != wanted.casefold():
            raise Refused("name_of_the_round", wanted=wanted, found=typed)
        return act_undo(last, by=request.user, reason=request.POST.get("reason", ""))

    done = _("Undone: %(what)s.") % {"what": told(last)["what"]}
    return after(request, tournament, act, done, partial(page, request, tournament), "director", slug)


STAGE_ACTS = {"start": stage_start, "complete": stage_complete, "pair": round_draft}


@login_required
@require_POST
def stage(request: HttpRequest, slug: str, number: int, do: str) -> HttpResponse:
    """Start a stage, draft its next round, or complete it."""
    tournament = tournament_at(request, slug, "run_rounds")
    row = tournament.stages.filter(number=number).first()
    if row is None or do not in STAGE_ACTS:
        raise Http404
    version = number_sent(request, "version")

    def act() -> None:
        STAGE_ACTS[do](row, version=version, by=request.user)

    found = after(request, tournament, act, _("Done."), partial(page, request, tournament), "director", slug)
    draft = Round.objects.filter(stage=row, state=Round.State.DRAFT).first()
    if do == "pair" and found.status_code == 302 and draft is not None:
        found["Location"] = reverse("director_round", args=[slug, draft.pk])
    return found


@login_required
@require_POST
def message(request: HttpRequest, slug: str) -> HttpResponse:
    """Write to all who take part, or to those of one round (`round`)."""
    tournament = tournament_at(request, slug, "message_round")
    round_ = None
    if "round" in request.POST:
        round_ = Round.objects.filter(pk=number_sent(request, "round"), stage__tournament=tournament).first()
        if round_ is None:
            raise Http404
    sent = []

    def act() -> None:
        if not request.POST.get("words", "").strip():
            raise Refused("words_missing")
        sent.append(message_send(tournament, request.POST["words"], by=request.user, round_=round_))

    again = partial(page, request, tournament, words=request.POST.get("words", ""))
    found = carry_out(request, tournament, act, done=_("The message is on its way."), page=again)
    if found is None and sent:
        text = ngettext("It goes to %(n)s account.", "It goes to %(n)s accounts.", sent[0])
        messages.info(request, text % {"n": sent[0]})
    return found or redirect("director", slug)


@login_required
@require_POST
def challenges(request: HttpRequest, slug: str, number: int, do: str) -> HttpResponse:
    """Note a challenge on the ladder, or that it was accepted or refused."""
    tournament = tournament_at(request, slug, "run_rounds")
    row = tournament.stages.filter(number=number).first()
    if row is None or do not in ("make", "accept", "refuse", "table"):
        raise Http404
    version, challenged = number_sent(request, "version"), number_sent(request, "challenged", 0)
    people = [number_in(text) for text in request.POST.getlist("people")]

    def act() -> None:
        if do == "table":
            challenge_table(row, people, version=version, by=request.user)
        elif do == "make":
            challenger = number_sent(request, "challenger")
            challenge_make(row, challenger, challenged, version=version, by=request.user)
        elif do == "accept":
            challenge_accept(row, challenged, version=version, by=request.user)
        else:
            challenge_refuse(row, challenged, version=version, by=request.user)

    again = partial(page, request, tournament, sent=request.POST)
    found: HttpResponse = after(request, tournament, act, _("Done."), again, "director", slug)
    return found


@login_required
@require_POST
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Another season of the divisions."""
    tournament = tournament_at(request, slug, "run_rounds")
    version = number_sent(request, "version")

    def act() -> None:
        stage_add(tournament, version=version, by=request.user)

    found: HttpResponse = after(
        request, tournament, act, _("Done."), partial(page, request, tournament), "director", slug
    )
    return found
