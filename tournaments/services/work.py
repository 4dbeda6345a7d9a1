"""Acts: what they change, and how that is changed back.

Every service takes the tournament's lock first, so that the acts of one tournament come one after another. It does its
changes through a `Work`, which remembers each row before and after; undoing an act puts the rows back.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Max, Model
from django.dispatch import Signal
from django.utils import timezone

from games.limits import REASON_LENGTH
from games.models import AuditEntry, Match, Player, ResultVersion, User
from games.services.audit import audit
from games.services.changes import COUNTABLE, match_change
from games.services.corrections import match_correct
from games.services.matches import match_void
from games.services.retry import atomic_retried
from games.services.statements import TypedSeat
from tournaments.models import Act, Tournament
from tournaments.services.errors import Changed, Refused

Row = TypeVar("Row", bound=Model)
_plain = DjangoJSONEncoder().default
act_done = Signal()
"""Sent with `acts`, done or undone, after their last write and in their transaction, to those above."""
settling = Signal()
"""Sent with `kind`, `by` and `things` by what people of a table settle among themselves, which are no acts: before they
write, in their transaction, to those above, who refuse whoever may not."""
_together: ContextVar[list[Act] | None] = ContextVar("together", default=None)


@contextmanager
def acts_together() -> Iterator[list[Act]]:
    """Tell those above of all acts inside at once, at the end. Take those that were rolled back out of the list."""
    acts: list[Act] = []
    token = _together.set(acts)
    try:
        yield acts
    finally:
        _together.reset(token)
    if acts:
        act_done.send(sender=Act, acts=acts)


def _act_tell(act: Act) -> None:
    waiting = _together.get()
    if waiting is None:
        act_done.send(sender=Act, acts=[act])
    else:
        waiting.append(act)


def tournament_locked(pk: int) -> Tournament:
    """The tournament, held until the transaction ends."""
    return Tournament.objects.select_for_update(of=("self",), no_key=True).select_related("game").get(pk=pk)


def tournament_running(pk: int) -> Tournament:
    """The tournament, held as by `tournament_locked`. Refuses unless it runs: nothing goes on in one that was called off."""
    tournament = tournament_locked(pk)
    if tournament.state != Tournament.State.RUNNING:
        raise Refused("state", found=tournament.state, wanted=Tournament.State.RUNNING)
    return tournament


def seen(row: Row, version: int) -> Row:
    """The row as it is now, if somebody saw it at this version. Raises `Changed`. Call it under the tournament's lock."""
    now = type(row)._default_manager.filter(pk=row.pk).first()
    if now is None or now.version != version:  # type: ignore[attr-defined]
        raise Changed(now)
    return now


def check_length(reason: str) -> None:
    """Refuse a reason that is too long."""
    if len(reason) > REASON_LENGTH:
        raise Refused("reason_too_long", most=REASON_LENGTH)


class Work:
    """One act under way."""

    def __init__(self, tournament: Tournament, by: User | None) -> None:
        self.tournament = tournament
        self.by = by
        self.steps: list[dict[str, Any]] = []
        self.matches: list[dict[str, Any]] = []

    def add(self, row: Row) -> Row:
        """A new row."""
        return self.add_all([row])[0]

    def add_all(self, rows: Iterable[Row]) -> list[Row]:
        """New rows of one kind."""
        made = list(rows)
        if made:
            type(made[0])._default_manager.bulk_create(made)
        self.steps += [{**_name(row), "before": None, "after": fields_of(row)} for row in made]
        return made

    def change(self, row: Row, **fields: Any) -> Row:
        """Other values for some columns; nothing is noted where they are the same."""
        before = fields_of(row)
        for name, value in fields.items():
            setattr(row, name, value)
        after = fields_of(row)
        changed = [name for name in after if after[name] != before[name]]
        if changed:
            row.save(update_fields=changed)
            self.steps.append(
                {
                    **_name(row),
                    "before": {name: before[name] for name in changed},
                    "after": {name: after[name] for name in changed},
                }
            )
        return row

    def remove(self, row: Model) -> None:
        """A row goes. Remove first what hangs on it."""
        self.steps.append({**_name(row), "before": fields_of(row), "after": None})
        type(row)._default_manager.filter(pk=row.pk).delete()

    def done(self, kind: str, target: Model, *, reason: str = "", stacked: bool = True, **facts: Any) -> Act:
        """Note the act: its row, the target's new version, and the audit entry."""
        check_length(reason)
        raise_version(target)
        audit(f"tournament.{kind}"[:40], target, actor=self.by, reason=reason, **facts)
        _others_noted(self.steps, f"tournament.{kind}", target, self.by)
        last = self.tournament.acts.aggregate(last=Max("number"))["last"] or 0
        act = Act.objects.create(
            tournament=self.tournament,
            number=last + 1,
            kind=kind,
            actor=self.by,
            reason=reason,
            target_kind=target._meta.model_name,
            target_id=target.pk,
            facts=facts,
            steps=self.steps,
            matches=self.matches,
            stacked=stacked,
        )
        _act_tell(act)
        return act


def raise_version(target: Model) -> None:
    """The next version of a row, also of one that is gone; no version comes twice."""
    now = type(target)._default_manager.filter(pk=target.pk).values_list("version", flat=True).first()
    kind = target._meta.model_name
    noted = AuditEntry.objects.filter(kind=kind, target_id=target.pk).aggregate(last=Max("version"))["last"]
    target.version = max(now or 0, noted or 0) + 1  # type: ignore[attr-defined]
    type(target)._default_manager.filter(pk=target.pk).update(version=target.version)  # type: ignore[attr-defined]


def _others_noted(steps: Iterable[dict[str, Any]], act: str, target: Model, by: User | None) -> None:
    """Rows that changed along with the target have a new version and an entry, too."""
    done = {(target._meta.model_name, target.pk)}
    for step in steps:
        key = (step["model"], step["pk"])
        model = apps.get_model("tournaments", step["model"])
        if key in done or step["before"] is None or step["after"] is None or not hasattr(model, "version"):
            continue
        done.add(key)
        row = model._default_manager.filter(pk=step["pk"]).first()
        if row is not None:
            raise_version(row)
            audit(act[:40], row, actor=by, along=True)


def fields_of(row: Model) -> dict[str, Any]:
    """The columns of a row but its number and version, as JSON keeps them."""
    found = {}
    for column in row._meta.concrete_fields:
        if column.primary_key or column.attname == "version":
            continue
        value = getattr(row, column.attname)
        found[column.attname] = value if isinstance(value, str | int | list | dict | None) else _plain(value)
    return found


def _name(row: Model) -> dict[str, Any]:
    return {"model": row._meta.model_name, "pk": row.pk}


@atomic_retried
def act_undo(act: Act, *, by: User, reason: str = "") -> Act:
    """Undo the last act that stands. Raises `Changed` with the act that is the last one now, and `Refused`."""
    check_length(reason)
    tournament = tournament_locked(act.tournament_id)
    last = tournament.acts.filter(stacked=True, undone_at=None).order_by("-number").first()
    if last is None or last.pk != act.pk:
        raise Changed(last)
    for step in reversed(last.steps):
        _back(step)
    for done in reversed(last.matches):
        _match_back(done, by)
    Act.objects.filter(pk=last.pk).update(undone_at=timezone.now(), undone_by=by)
    model = apps.get_model("tournaments", last.target_kind)
    target = model._default_manager.filter(pk=last.target_id).first() or model(pk=last.target_id)
    raise_version(target)
    audit("tournament.undone", target, actor=by, reason=reason, number=last.number, undone=last.kind)
    _others_noted(last.steps, "tournament.undone", target, by)
    last.refresh_from_db()
    _act_tell(last)
    return last


def _back(step: dict[str, Any]) -> None:
    """Put one row back. Raises `Refused` where it is not as the act left it."""
    model = apps.get_model("tournaments", step["model"])
    now = model._default_manager.filter(pk=step["pk"]).first()
    stored = None if now is None else fields_of(now)
    after = step["after"]
    if (stored is None) != (after is None) or any(stored[name] != after[name] for name in after or () if stored):
        raise Refused("changed_since", model=step["model"], row=step["pk"])
    if step["before"] is None:
        now.delete()
        return
    values = {name: model._meta.get_field(name).to_python(value) for name, value in step["before"].items()}
    if now is None:
        row = model(pk=step["pk"], **values)
        if hasattr(row, "version"):
            kind = model._meta.model_name
            noted = AuditEntry.objects.filter(kind=kind, target_id=row.pk).aggregate(last=Max("version"))["last"]
            row.version = noted or 1
        row.save(force_insert=True)
        return
    for name, value in values.items():
        setattr(now, name, value)
    now.save(update_fields=list(values))


def _match_back(done: dict[str, Any], by: User) -> None:
    """What an act did to a match: made it, believed it, or gave it another result. Left alone where others acted since."""
    match = Match.objects.select_for_update(no_key=True).get(pk=done["match"])
    if match.version != done["version"]:
        return
    if done["did"] == "made":
        match_void(match, version=match.version, by=by, reason="undone by the director")
    elif done["did"] == "confirmed" and match.state in COUNTABLE:
        match_change(match, "match.unconfirmed", state=Match.State(done["before"]), actor=by)
    elif done["did"] == "corrected":
        kept = ResultVersion.objects.get(match=match, number=done["result"])
        players = Player.objects.in_bulk([seat["player"] for seat in kept.seats])
        seats = [TypedSeat(s["place"], players[s["player"]], score=s["score"], flag=s["flag"]) for s in kept.seats]
        match_correct(
            match,
            version=match.version,
            by=by,
            seats=seats,
            ending=kept.ending,
            ended_at=kept.ended_at,
            reason="undone by the director",
        )
