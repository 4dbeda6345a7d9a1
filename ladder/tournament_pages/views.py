"""The pages of tournaments: the list, and the tabs of one."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Game
from ladder.selectors.seasons import default_zone
from ladder.tournament_pages import terms, why
from ladder.tournament_pages.bracket import stage_plan, swiss_plan
from ladder.tournament_pages.diary import diary_told
from ladder.tournament_pages.entries import entry_box
from ladder.tournament_pages.finding import Shown, frame, shown
from ladder.tournament_pages.participants import participants
from ladder.tournament_pages.people import People
from ladder.tournament_pages.rounds import present, round_shown, title_among, title_of
from ladder.tournament_pages.stage_drawings import DRAWN, stages_shown
from ladder.tournament_pages.words import IN_REPORT_FILES, meetings_told, stage_name
from tournaments.models import Tournament
from tournaments.selectors.acts import diary as acts_of
from tournaments.selectors.board import Board
from tournaments.selectors.lists import IN, OVER, tournaments_shown

LIST_LENGTH = 25
DIARY_LENGTH = 50
BEFORE = (
    Tournament.State.DRAFT,
    Tournament.State.ANNOUNCED,
    Tournament.State.ENTRIES,
    Tournament.State.CHECK_IN,
)
"""States in which the first page has the terms, too."""
PODIUM = 4


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """All tournaments: those that go on first, those that are over by pages."""
    games = list(Game.objects.filter(tournaments__isnull=False).distinct())
    game = next((one.key for one in games if one.key == request.GET.get("game")), "")
    found = tournaments_shown(game)
    State = Tournament.State  # noqa: N806
    going = list(found.exclude(state__in=OVER)[: 4 * LIST_LENGTH])
    groups = [
        ("running", [one for one in going if one.state == State.RUNNING]),
        ("entries", [one for one in going if one.state in (State.ENTRIES, State.CHECK_IN)]),
        ("announced", [one for one in going if one.state == State.ANNOUNCED]),
    ]
    page = Paginator(found.filter(state__in=OVER), LIST_LENGTH).get_page(request.GET.get("page"))
    context = {
        "section": "tournaments",
        "groups": [(name, rows) for name, rows in groups if rows],
        "page": page,
        "games": games,
        "game": game,
        "zone": default_zone(),
    }
    return render(request, "tournaments/list.html", context)


@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """What comes first depends on the state: entering, the present round with one's own table, or who won."""
    seen = shown(request, slug)
    context = frame(seen, "overview", entry=entry_box(request, seen))
    people = People(seen.boards, request.user)
    if seen.tournament.state == Tournament.State.RUNNING and (now := present(seen.boards)):
        context["present"] = round_shown(*now, people, timezone.now())
    if seen.tournament.state in BEFORE:
        context["terms"] = terms.told(seen.tournament, seen.stages)
    if seen.tournament.state == Tournament.State.FINISHED:
        context["podium"] = podium = why.final_order(seen.places[:PODIUM], seen.boards, people)
        context["nobody_won"] = bool(podium) and podium[0].first > 1
    context["dates"] = [(title_among(board, laid), laid.round) for board in seen.boards for laid in board.published]
    chess = any(board.terms.is_for_two and board.stage_terms.format in IN_REPORT_FILES for board in seen.boards)
    context["suffixes"] = f"csv xlsx json txt atom ics{' trf trf16' if chess else ''}"
    return render(request, "tournaments/overview.html", context)


@require_safe
def rounds(request: HttpRequest, slug: str, stage: int = 0, number: int = 0) -> HttpResponse:
    """One round with its tables; without a number the present one."""
    seen = shown(request, slug)
    people = People(seen.boards, request.user)
    found = round_asked(seen, stage, number)
    every = [(board, laid) for board in seen.boards for laid in board.published]
    context: dict[str, Any] = {
        "rounds": [(link_title(seen, board, laid), board.stage.number, laid.round) for board, laid in every],
        "now": None,
    }
    if found is not None:
        context["now"] = round_shown(*found, people, timezone.now())
        context["stage_name"] = stage_name(found[0].stage) if len(seen.stages) > 1 else ""
    return render(request, "tournaments/rounds.html", frame(seen, "rounds", **context))


def link_title(seen: Shown, board: Board, laid: Any) -> str:
    """What a round is called among those of all stages."""
    title = title_of(board, laid)
    return f"{stage_name(board.stage)}: {title}" if len(seen.stages) > 1 else title


def round_asked(seen: Shown, stage: int, number: int) -> tuple[Board, Any] | None:
    """The round of an address; the present one where none is named, None where there is none yet."""
    if not number:
        return present(seen.boards)
    for board in seen.boards:
        for laid in board.published:
            if (board.stage.number, laid.round.number) == (stage, number):
                return board, laid
    raise Http404(number)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of each stage, with what explains every position, and the order over all of them."""
    seen = shown(request, slug)
    people = People(seen.boards, request.user)
    stages = [stage_standings(board, people) for board in reversed(seen.boards)]
    context = {"stages": stages, "asked": request.GET.get("why", "")}
    if len(seen.boards) > 1 or (seen.boards and not stages[0]["tables"]):
        context["order"] = why.final_order(seen.places, seen.boards, people)
    return render(request, "tournaments/standings.html", frame(seen, "standings", **context))


def stage_standings(board: Board, people: People) -> dict[str, Any]:
    """Those of a stage by points, one table for each group; an elimination has its order alone."""
    tables = why.standings_of(board, people)
    cells = [cell for _title, lines in tables for line in lines for cell in line.cells]
    return {
        "board": board,
        "name": stage_name(board.stage),
        "anchor": f"s{board.stage.number}",
        "tables": tables,
        "columns": why.columns(board) if tables else [],
        "rounds": [(laid.round.number, title_of(board, laid)) for laid in board.published],
        "marks": [(sign, said) for sign, said in why.MARKS.items() if any(sign in cell.marks for cell in cells)],
        "cut": any(line.cut for _title, lines in tables for line in lines),
        "width": 4 + len(board.published) + len(why.columns(board)),
    }


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Stages as a drawing with its list, and the rounds of every stage as they are planned."""
    seen = shown(request, slug)
    lit = request.GET.get("player", "")[:80]
    on_paper = "print" in request.GET
    brackets = stages_shown(seen.boards, People(seen.boards, request.user), lit, on_paper=on_paper)
    context = {"brackets": brackets, "plan": plan_of(seen), "lit": lit}
    return render(request, "tournaments/bracket.html", frame(seen, "bracket", **context))


def plan_of(seen: Shown) -> list[dict[str, Any]]:
    """The plan of each stage: for those who are in it, or will be by the terms; no elimination that is drawn already."""
    boards = {board.stage.pk: board for board in seen.boards}
    fields = {pk: len(board.field) for pk, board in boards.items()}
    people, found = 0, []
    for stage in seen.stages:
        here = fields.get(stage.pk)
        if here is None:
            here = people or seen.tournament.entrants.filter(state__in=IN).count()
        drawn = stage.pk in fields and stage.terms.format in DRAWN
        if not drawn or stage.plan:
            lines = stage_plan(seen.tournament.terms, stage, here)
            if stage.pk in boards and stage.terms.format == "swiss":
                lines = swiss_plan(boards[stage.pk])
            found.append({"name": stage_name(stage), "lines": lines, "meets": meetings_told(stage.plan)})
        people = min(stage.terms.qualify or here, here)
    return found


@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Who takes part, who waits in reserve, who left."""
    seen = shown(request, slug)
    context = {"groups": participants(seen), "entry": entry_box(request, seen)}
    return render(request, "tournaments/participants.html", frame(seen, "entrants", **context))


@require_safe
def diary(request: HttpRequest, slug: str) -> HttpResponse:
    """What was decided and changed, newest first."""
    seen = shown(request, slug)
    acts = acts_of(seen.tournament).select_related("actor__player", "undone_by__player")
    page = Paginator(acts, DIARY_LENGTH).get_page(request.GET.get("page"))
    context = {"page": page, "entries": diary_told(seen.tournament, page.object_list)}
    return render(request, "tournaments/diary.html", frame(seen, "diary", **context))


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The terms, in plain words."""
    seen = shown(request, slug)
    parts = terms.told(seen.tournament, seen.stages)
    return render(request, "tournaments/terms.html", frame(seen, "terms", terms=parts))
