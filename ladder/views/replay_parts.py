"""Parts of a replay's page: the log as read, the table at a step, the list of moves, marks, points over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import storage
from games.engine.errors import LogProblem
from games.engine.events import LogPosition, Seat
from games.engine.game import Script
from games.engine.replay import replay
from games.glossary import board_labels
from games.intake import intake
from games.models import Verification
from games.reel import Step, reel
from games.registry import ENGINES, Engine
from games.selectors.matches import ACCEPTED
from games.verify import position_before, read_script
from games.words import Saying, note, say
from ladder.charts import Steps, step_chart

AROUND = (6, 18)
"""So many moves are listed before and after the present one."""


@dataclass(frozen=True)
class Film:
    """A log that can be looked at, for a viewer: a seat, or the public (None)."""

    row: Verification
    script: Script
    steps: Sequence[Step]
    names: Sequence[str]
    viewer: Seat | None = None

    @property
    def engine(self) -> Engine:
        return ENGINES[self.script.game]

    def sayings(self, step: Step) -> list[Saying]:
        """What happens at a step, in words, as the viewer may know it."""
        game = self.script.game
        return [
            say(game, self.engine.seen_by(event, self.viewer), self.names, noted)  # type: ignore[arg-type]
            for event, noted in step.events
        ]


def film(row: Verification, viewer: str = "") -> Film | None:
    """The log of a judgement; None where there is nothing to be seen (the file is gone, its start is refused)."""
    try:
        script = read_script(intake(storage.load(row.submission.sha256)))
    except (LogProblem, FileNotFoundError):
        return None
    stop = None if row.verdict in ACCEPTED or not row.at else LogPosition(**row.at)
    steps = reel(script, lambda state, event: note(script.game, state, event), stop)
    if not steps:
        return None
    names = {player["seat"]: player["name"] for player in row.players}
    seat = int(viewer) - 1 if viewer.isascii() and viewer.isdigit() and len(viewer) < 3 else -1
    return Film(
        row=row,
        script=script,
        steps=steps,
        names=[names.get(each.seat, each.name) for each in script.seats],
        viewer=seat if 0 <= seat < len(script.seats) else None,
    )


@dataclass(frozen=True)
class Table:
    """The table at a step: what is common, one player's part, all of it in words.

    `shown` is the number of that player, from 1; one more than there are seats is the third party of two.
    """

    panels: Sequence[SafeString]
    words: Sequence[str]
    shown: int
    third: bool


def table(seen: Film, number: int, show: str = "") -> Table:
    """The drawing of the table after step `number`, or before it where that step is refused."""
    step, script, engine = seen.steps[number], seen.script, seen.engine
    if step.refused:
        state = position_before(script, step.at.event, step.at.path)
    else:
        state = replay(engine.rules, script.setup, script.entries[: step.upto]).state
    last = None if step.last is None or step.undone else engine.seen_by(step.last, seen.viewer)  # type: ignore[arg-type]
    marks = {"focus": last, "flag": str(step.at.move_id or "")} if step.refused else {"last": last}
    labels = board_labels(script.game)
    panels = engine.board.panel_svgs(state, seen.viewer, names=seen.names, labels=labels, **marks)
    words = engine.board_text(state, seen.viewer, names=seen.names, labels=labels)
    common, own = panels[: engine.panels_before], panels[engine.panels_before :]
    wanted = int(show) if show.isascii() and show.isdigit() and len(show) < 3 else 1 + acting(seen, number)
    shown = min(max(wanted, 1), len(own))
    # The drawing escapes every text it is given (games/README 5).
    drawn = [mark_safe(svg) for svg in (*common, own[shown - 1])]  # noqa: S308
    return Table(drawn, words, shown, third=len(own) > len(seen.names))


def acting(seen: Film, number: int) -> Seat:
    """Who acts at a step, or acted last."""
    seats = (step.seat for step in reversed(seen.steps[: number + 1]) if step.seat is not None)
    return next(seats, seen.viewer or 0)


@dataclass(frozen=True)
class Line:
    """One step in the list of moves. `seats` are the numbers of their marks, from 1."""

    number: int
    step: Step
    sayings: Sequence[Saying]
    heading: str
    name: str
    mark: int


def lines(seen: Film, first: int, end: int) -> list[Line]:
    """The moves from number `first` (from 0) up to before `end`, each with the heading that it begins."""
    return [line(seen, number) for number in range(max(0, first), min(end, len(seen.steps)))]


def line(seen: Film, number: int) -> Line:
    step = seen.steps[number]
    sayings = seen.sayings(step)
    seat = sayings[0].seat if sayings else step.seat
    return Line(
        number=number + 1,
        step=step,
        sayings=sayings,
        heading=chapter_name(seen, step) if opens(seen, number) else "",
        name=seen.names[seat] if seat is not None and 0 <= seat < len(seen.names) else "",
        mark=seat + 1 if seat is not None else 0,
    )


def opens(seen: Film, number: int) -> bool:
    """Whether a round, scoring or hibernation begins at a step."""
    before = seen.steps[number - 1].chapter if number else 0
    return seen.steps[number].chapter > before


def chapter_name(seen: Film, step: Step) -> str:
    game = seen.script.game
    if game == "alhambra":
        return _("Scoring %(n)s") % {"n": step.chapter}
    if game == "revive":
        return _("Hibernation %(n)s") % {"n": step.chapter}
    return _("Round %(n)s") % {"n": step.chapter}


@dataclass(frozen=True)
class Stage:
    """A place to jump to, with everybody's points there."""

    name: str
    number: int
    scores: Sequence[int]


def stages(seen: Film) -> list[Stage]:
    """Every round, scoring or hibernation, and the last step."""
    found = [
        Stage(chapter_name(seen, step), number, step.scores)
        for number, step in enumerate(seen.steps)
        if opens(seen, number)
    ]
    last = seen.steps[-1]
    name = _("Where it stops") if last.refused else _("The end")
    return [*found, Stage(name, len(seen.steps) - 1, last.scores)]


def chart(seen: Film, number: int) -> Steps | None:
    """Everybody's points over the steps; None before anything happened."""
    scored = [step.scores for step in seen.steps if step.scores]
    if len(scored) < 2:
        return None
    values = list(zip(*scored, strict=True))
    marks = [stage.number for stage in stages(seen)[:-1]]
    return step_chart(values, marks, min(number, len(scored) - 1))


@dataclass(frozen=True)
class Ways:
    """The keys of the steps that the buttons lead to; empty where there is none."""

    first: str
    turn_before: str
    before: str
    after: str
    turn_after: str
    last: str


def ways(seen: Film, number: int) -> Ways:
    steps = seen.steps
    turns = [at for at, step in enumerate(steps) if step.begins_turn]
    before = max((at for at in turns if at < number), default=None)
    after = min((at for at in turns if at > number), default=None)

    def key(at: int | None) -> str:
        return steps[at].key if at is not None and 0 <= at < len(steps) else ""

    return Ways(
        first=key(0) if number else "",
        turn_before=key(before),
        before=key(number - 1),
        after=key(number + 1),
        turn_after=key(after),
        last=key(len(steps) - 1) if number < len(steps) - 1 else "",
    )


def place_words(seen: Film, number: int) -> str:
    """Where in the log a step is."""
    step = seen.steps[number]
    if step.at.move_id is not None:
        return _("move %(n)s") % {"n": step.at.move_id}
    at, count = range(len(seen.steps))[number] + 1, len(seen.steps)
    return _("step %(n)s of %(all)s") % {"n": at, "all": count}


def scores_words(seen: Film, number: int) -> str:
    """Everybody with the points at a step."""
    scores = seen.steps[number].scores or (0,) * len(seen.names)
    return " · ".join(f"{name} {points}" for name, points in zip(seen.names, scores, strict=True))


def told_line(each: Line, names: Sequence[str]) -> str:
    """A move as a line of plain text."""
    said = []
    for saying in each.sayings:
        said += [saying, *saying.parts]
    texts = [f"{named(names, saying)}{saying.text}" for saying in said]
    marks = [_("taken back")] if each.step.undone else []
    marks += [_("cannot be")] if each.step.refused else []
    marks += [_("checked: %(n)s") % {"n": each.step.claims}] if each.step.claims else []
    return "\t".join(filter(None, [str(each.number), each.step.key, "; ".join(texts), ", ".join(marks)]))


def named(names: Sequence[str], saying: Saying) -> str:
    known = saying.seat is not None and 0 <= saying.seat < len(names)
    return f"{names[saying.seat]}: " if known and saying.seat is not None else ""


def results(seen: Film, step: Step) -> list[dict[str, Any]]:
    """A card for each seat, with its points at a step."""
    return [
        {"number": seat + 1, "name": name, "score": step.scores[seat] if step.scores else 0}
        for seat, name in enumerate(seen.names)
    ]
