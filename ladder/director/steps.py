"""What a tournament waits for now: the next step, and what else needs the director."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Player
from tournaments.models import Entrant, Stage, Tournament
from tournaments.selectors.board import Board, LaidRound, LaidTable
from tournaments.selectors.brackets import is_bracket, misplaced
from tournaments.selectors.challenges import is_ladder
from tournaments.selectors.cups import cup_undecided
from tournaments.selectors.needs import needing
from tournaments.services.drafts import rounds_of
from tournaments.services.dutch_jobs import job_of

State = Tournament.State


@dataclass(frozen=True)
class Step:
    """One thing to do: a link, or a form with hidden fields where `post` is set."""

    text: str
    button: str = ""
    url: str = ""
    post: bool = False
    fields: dict[str, Any] = field(default_factory=dict)
    hints: tuple[str, ...] = ()


def next_step(tournament: Tournament, stages: list[Stage], board: Board | None, counts: dict[str, int]) -> Step:
    """What comes next, from the announcement to the end."""
    if tournament.state == State.RUNNING:
        return _while_running(tournament, stages, board)
    checked = counts.get(Entrant.State.CHECKED_IN, 0)
    here = checked + counts.get(Entrant.State.ENTERED, 0)
    texts: dict[str, tuple[str, str, str]] = {
        State.DRAFT: (
            _("Nobody sees this tournament yet. Read the terms again: once it is announced, a change needs a reason."),
            _("Announce it"),
            State.ANNOUNCED,
        ),
        State.ANNOUNCED: (_("Everybody can read about it. Nobody can enter yet."), _("Open entries"), State.ENTRIES),
        State.ENTRIES: (
            ngettext("%(n)s person entered.", "%(n)s people entered.", here) % {"n": here},
            _("Open check-in") if tournament.terms.check_in else _("Start the tournament"),
            State.CHECK_IN if tournament.terms.check_in else State.RUNNING,
        ),
        State.CHECK_IN: (
            _("%(checked)s of %(here)s checked in. Only they are seated.") % {"checked": checked, "here": here},
            _("Start the tournament"),
            State.RUNNING,
        ),
    }
    if tournament.state not in texts:
        return Step(_("The tournament is over.") if tournament.state == State.FINISHED else _("It was called off."))
    text, button, to = texts[tournament.state]
    return Step(
        text,
        button,
        reverse("director_advance", args=[tournament.slug]),
        True,
        {"to": to, "version": tournament.version},
    )


def _while_running(tournament: Tournament, stages: list[Stage], board: Board | None) -> Step:
    slug = tournament.slug
    stage = next((one for one in stages if one.state not in (Stage.State.COMPLETE, Stage.State.LOCKED)), None)
    if stage is None:
        fields = {"to": State.FINISHED, "version": tournament.version}
        return Step(
            _("All stages are complete."),
            _("Finish the tournament"),
            reverse("director_advance", args=[slug]),
            True,
            fields,
        )
    if stage.state == Stage.State.PLANNED:
        return _stage_act(slug, stage, "start", _("Stage %(n)s can start.") % {"n": stage.number}, _("Start the stage"))
    assert board is not None
    draft = board.draft
    if draft is not None:
        text = _("Round %(n)s is a draft. Look at it, change it, publish it.") % {"n": draft.round.number}
        return Step(text, _("To the draft"), round_url(slug, draft))
    if is_ladder(board):
        text = _("People challenge each other. Complete the stage when the ladder ends.")
        return _stage_act(slug, stage, "complete", text, _("Complete the stage"))
    open_round = next((laid for laid in board.published if laid.round.state != "complete"), None)
    if open_round is not None:
        return _results_missing(slug, open_round)
    most = len(board.rounds) if is_bracket(board) else rounds_of(board)
    if most is not None and len(board.published) >= most:
        text = _("All rounds of stage %(n)s are complete.") % {"n": stage.number}
        return _stage_act(slug, stage, "complete", text, _("Complete the stage"))
    return _next_round(slug, stage, board)


def _results_missing(slug: str, laid: LaidRound) -> Step:
    decided = sum(table.is_decided for table in laid.tables)
    text = ngettext(
        "Round %(n)s is being played: %(decided)s of %(all)s table has a result.",
        "Round %(n)s is being played: %(decided)s of %(all)s tables have a result.",
        len(laid.tables),
    )
    facts = {"n": laid.round.number, "decided": decided, "all": len(laid.tables)}
    return Step(text % facts, _("Enter results"), round_url(slug, laid))


def _next_round(slug: str, stage: Stage, board: Board) -> Step:
    number = len(board.published) + 1
    if stage.terms.pairing == "dutch" and (job := job_of(stage)) is not None and job.round == number:
        if not job.is_over:
            text = _("A worker pairs round %(n)s: %(state)s. Look again in a moment.")
            return Step(
                text % {"n": number, "state": job.get_state_display()},
                _("Look again"),
                reverse("director", args=[slug]),
            )
        if job.state == job.State.FAILED and job.stage_version == stage.version:
            text = _("Round %(n)s could not be paired (%(code)s).") % {"n": number, "code": job.problem.get("code", "")}
            return _stage_act(slug, stage, "pair", text, _("Try again"))
    text = _("Round %(n)s can be drafted.")
    if cup_undecided(board):
        text = _("Some are level at the last place that goes on. Round %(n)s lets them play for it.")
    text %= {"n": number}
    return _stage_act(slug, stage, "pair", text, _("Draft the round"))


def _stage_act(slug: str, stage: Stage, act: str, text: str, button: str) -> Step:
    url = reverse("director_stage", args=[slug, stage.number, act])
    return Step(text, button, url, True, {"version": stage.version})


def round_url(slug: str, laid: LaidRound) -> str:
    return reverse("director_round", args=[slug, laid.round.pk])


def table_url(slug: str, table: LaidTable) -> str:
    return reverse("director_table", args=[slug, table.pairing.pk])


@dataclass(frozen=True)
class Waiting:
    """A table that needs somebody; `kind` is one of `KINDS`."""

    kind: str
    text: str
    url: str

    @property
    def said(self) -> str:
        """What it waits for, in words."""
        return KINDS[self.kind]()


def waiting(board: Board | None, names: dict[int, str], now: datetime) -> list[Waiting]:
    """Tables that need the director, the most pressing first."""
    if board is None:
        return []
    slug = board.tournament.slug
    needs = needing(table.pairing for laid in board.published for table in laid.tables)
    wrong = {table.pairing.pk for table in misplaced(board)} if is_bracket(board) else set()
    found = []
    for laid in board.published:
        for table in laid.tables:
            pk = table.pairing.pk
            kind = "misplaced" if pk in wrong else _kind(table, now, needs.get(pk, set()))
            if kind:
                text = _("Round %(round)s, table %(table)s: %(people)s") % {
                    "round": laid.round.number,
                    "table": table.pairing.number,
                    "people": ", ".join(names.get(one, "") for one in table.people),
                }
                found.append(Waiting(kind, text, table_url(slug, table)))
    return sorted(found, key=lambda one: list(KINDS).index(one.kind))


def _kind(table: LaidTable, now: datetime, needs: set[str]) -> str:
    if any(match.state == "disputed" for match in table.matches):
        return "disputed"
    if not table.is_decided and needs:
        return "asked" if "asked" in needs else "absent"
    if len(table.people) > 1 and table.is_overdue(now):
        return "overdue"
    return "reported" if table.state == "reported" else ""


def unchecked(board: Board | None) -> list[str]:
    """People without an identity, whose names nobody has checked."""
    if board is None:
        return []
    return [one.player.name for one in board.entrants.values() if one.player.state == Player.State.PROVISIONAL]


def checks(board: Board, names: dict[int, str], now: datetime) -> list[str]:
    """What to look at before a round is paired. Nothing of it forbids."""
    found = [f"{one.text}: {one.said}" for one in waiting(board, names, now)]
    if provisional := unchecked(board):
        found.append(_("Names not checked: %(names)s.") % {"names": ", ".join(provisional)})
    return found


KINDS = {
    "misplaced": lambda: _("an earlier result changed, and others should sit here: open the table again"),
    "disputed": lambda: _("disputed"),
    "asked": lambda: _("arbiter asked"),
    "absent": lambda: _("somebody did not come"),
    "overdue": lambda: _("overdue"),
    "reported": lambda: _("reported, not confirmed"),
}
