"""Classifica's own log format (docs/records.md): strict reading, canonical writing, its JSON Schema, merging.

The same match always gives the same bytes, and a record that we wrote is read and written again unchanged.
"""

from collections.abc import Iterable
from functools import cache
from types import GenericAlias
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta

from games.engine.errors import ClaimMismatch, ImpossibleSetup, MalformedLog, Refusal, UnsupportedLog
from games.engine.events import Action, Entry, Event, LogPosition, Seat
from games.engine.game import Script, SeatInfo, Source
from games.engine.replay import replay
from games.instants import instant_text, unix_seconds
from games.limits import NAME_LENGTH
from games.registry import ENGINES, Engine

FORMAT = "classifica-record"
VERSION = 1
UNSEEN = "?"

OptionValue = bool | int | str


class ComponentsHeader(msgspec.Struct, forbid_unknown_fields=True):
    """The box that was played with."""

    set: Annotated[str, Meta(description="Id of the component set.")]
    version: Annotated[int, Meta(ge=1)]
    hash: Annotated[
        str,
        Meta(
            pattern="^sha256:[0-9a-f]{64}$", description="`sha256:` and the SHA-256 of the set's file in hexadecimal."
        ),
    ]


class RecordSeat(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who sat there."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
    id: Annotated[
        str | None,
        Meta(description="`platform:number`; left out where only a name is known.", examples=["bga:90000001"]),
    ] = None


class RecordSource(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Where and when the match was played."""

    platform: Annotated[str | None, Meta(description="Slug of the platform.", examples=["bga"])] = None
    table: Annotated[str | None, Meta(description="The platform's own number of the table, as text.")] = None
    ended: Annotated[
        str | None, Meta(description="End of the match in UTC, to the second.", examples=["2026-10-03T20:15:00Z"])
    ] = None


class RecordResult(msgspec.Struct, forbid_unknown_fields=True):
    """What the writer holds to be the result, by seat. It is checked, never trusted."""

    scores: tuple[int, ...]
    ranks: Annotated[tuple[int, ...], Meta(description="From 1; equal places share a rank (1, 1, 3).")]


class Head(msgspec.Struct):
    """Enough of a record to know how to read the rest."""

    format: Literal["classifica-record"]
    version: int
    game: str


@cache
def record_type(game: str, options: Any = dict[str, OptionValue]) -> Any:
    """The struct of a game's records; its `events` are those of this game and no other."""
    events = GenericAlias(list, (ENGINES[game].events,))
    return msgspec.defstruct(
        "Record",
        [
            ("format", Annotated[Literal["classifica-record"], Meta(description="Always the same word.")]),
            ("version", Annotated[Literal[1], Meta(description="Version of the format.")]),
            ("game", Literal[game]),
            ("rules", Annotated[str, Meta(description="Name of the rule set.")]),
            ("options", Annotated[options, Meta(description="Single options that differ from the rule set.")]),
            ("components", ComponentsHeader),
            ("seats", Annotated[tuple[RecordSeat, ...], Meta(description="In turn order.")]),
            ("source", RecordSource, msgspec.field(default_factory=RecordSource)),
            ("view", Annotated[Seat | None, Meta(description="The seat that wrote it; null: all is known.")], None),
            ("events", Annotated[events, Meta(description="All that happened, in order.")]),
            ("result", RecordResult | None, None),
        ],
        namespace={"__doc__": "One match, from the deal to the last decision."},
        forbid_unknown_fields=True,
        kw_only=True,
    )


def record_schema(game: str) -> dict[str, Any]:
    """JSON Schema (2020-12) of a game's records."""
    engine = ENGINES[game]
    options = msgspec.defstruct(
        "Options",
        [(field.name, field.type, field.default) for field in msgspec.structs.fields(engine.options)],
        namespace={"__doc__": engine.options.__doc__},
        forbid_unknown_fields=True,
    )
    schema = msgspec.json.schema(record_type(game, options))
    rules = schema["$defs"]["Record"]["properties"]["rules"]
    rules["enum"] = list(engine.rule_sets)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Classifica record: {game}",
        **schema,
    }


def is_record(body: bytes) -> bool:
    """Whether the document calls itself a record; cheap for one that does not."""
    if FORMAT.encode() not in body:
        return False
    try:
        return bool(msgspec.json.decode(body, type=_Named).format == FORMAT)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError):
        return False


class _Named(msgspec.Struct):
    format: Any = None


def read_record(body: bytes, components: Iterable[Any] = ()) -> Script:
    """Read a record; `components` are sets that are at hand besides the game's own.

    Raises `MalformedLog` or `UnsupportedLog` with the place in the document. A card that the writer of the record must
    have seen and left open stops the script there.
    """
    head = _decode(body, Head)
    if head.version != VERSION:
        raise UnsupportedLog("version", expected=VERSION, found=head.version)
    if head.game not in ENGINES:
        raise UnsupportedLog("game", expected=sorted(ENGINES), found=head.game)
    engine = ENGINES[head.game]
    record = _decode(body, record_type(head.game))
    _check_seats(record)
    box = _component_set(record.components, [engine.base_components(), *components])
    setup = engine.setup(len(record.seats), record.rules, record.options, box)
    engine.rules.new_game(setup)
    entries = [Entry(event, LogPosition(event=number)) for number, event in enumerate(record.events)]
    stopped = _first_unseen(engine, entries, record.view)
    result = record.result or RecordResult((), ())
    return Script(
        game=head.game,
        rules=record.rules,
        setup=setup,
        seats=tuple(SeatInfo(number, seat.name, seat.id) for number, seat in enumerate(record.seats)),
        entries=entries[: stopped.at.event] if stopped else entries,
        source=Source(record.source.platform, record.source.table, _ended(record.source.ended)),
        stopped=stopped,
        stated_scores=result.scores or None,
        stated_ranks=result.ranks or None,
        view=record.view,
        end=LogPosition(event=len(entries)),
    )


def _decode(body: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise _schema_fault(path.strip("`") or "$", reason) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedLog("not_json", reason=str(error)) from None


def _schema_fault(path: str, reason: str, **facts: Any) -> MalformedLog:
    """A fault of form at `path`, for example `$.events[3].cards`."""
    number = path.removeprefix("$.events[").partition("]")[0]
    at = LogPosition(event=int(number)) if path.startswith("$.events[") else None
    return MalformedLog("schema", at=at, where=path, reason=reason, **facts)


def _check_seats(record: Any) -> None:
    """Nobody sits twice, every seat that is named exists, and the result has one number for each."""
    seats = len(record.seats)
    people = [seat.id or seat.name.casefold() for seat in record.seats]
    for number, person in enumerate(people):
        if person in people[:number]:
            raise _schema_fault(f"$.seats[{number}]", "sits twice", found=person)
    if record.view is not None and record.view >= seats:
        raise _schema_fault("$.view", "no such seat", expected=seats - 1, found=record.view)
    for number, event in enumerate(record.events):
        seat = getattr(event, "seat", None) or 0
        if seat >= seats:
            raise _schema_fault(f"$.events[{number}].seat", "no such seat", expected=seats - 1, found=seat)
    if record.result is not None:
        for name in ("scores", "ranks"):
            found = len(getattr(record.result, name))
            if found != seats:
                raise _schema_fault(f"$.result.{name}", "one number for each seat", expected=seats, found=found)


def _component_set(header: ComponentsHeader, at_hand: list[Any]) -> Any:
    named = msgspec.to_builtins(header)
    for box in at_hand:
        if box.header() == named:
            return box
    raise UnsupportedLog("component_set", expected=[box.header() for box in at_hand], found=named)


def _first_unseen(engine: Engine, entries: list[Entry], view: Seat | None) -> Refusal | None:
    """The first event that leaves a card open although nobody but its writer could have seen it better."""
    for entry in entries:
        seats = _open_seats(engine, entry.event)
        if seats and (view is None or view in seats):
            facts = {"seat": view if view in seats else min(seats), "found": UNSEEN, "view": view}
            return Refusal(ImpossibleSetup("unseen_card").code, entry.at, facts)
    return None


def _open_seats(engine: Engine, event: Event) -> set[Seat]:
    """The seats of which the event leaves a card open; -1 stands for the table."""
    if engine.unseen_by is not None:
        return engine.unseen_by(event)
    return {getattr(event, "seat", -1)} if _is_open(event) else set()


def _ended(text: str | None) -> int | None:
    if text is None:
        return None
    seconds = unix_seconds(text)
    if seconds is None:
        raise _schema_fault("$.source.ended", "not an instant like 2026-10-03T20:15:00Z", found=text)
    return seconds


def write_record(script: Script) -> bytes:
    """The canonical record of a script; what a log states besides, and decisions taken back, are left out.

    Raises `UnsupportedLog` for what a record cannot tell: a match that did not come to its end, a stand-in.
    """
    engine = ENGINES[script.game]
    broken = script.stopped or script.beyond
    if script.ending != "normal" or broken:
        raise UnsupportedLog("ending", found=broken.code if broken else script.ending)
    source = script.source
    record = record_type(script.game)(
        format=FORMAT,
        version=VERSION,
        game=script.game,
        rules=script.rules,
        options=_own_options(engine, script),
        components=msgspec.convert(script.setup.components.header(), ComponentsHeader),
        seats=tuple(RecordSeat(seat.name, seat.id) for seat in script.seats),
        source=RecordSource(
            source.platform, source.table, None if source.ended is None else instant_text(source.ended)
        ),
        view=script.view,
        events=_events(engine, script),
        result=_result(engine, script),
    )
    return msgspec.json.encode(record) + b"\n"


def _events(engine: Engine, script: Script) -> list[Event]:
    """What a record holds of a script, without what the log states or the players took back."""
    return [entry.event for entry in script.entries if type(entry.event) in get_args(engine.events)]


def _result(engine: Engine, script: Script) -> RecordResult | None:
    """What the script states, unless something in it that a record does not hold may have changed the score."""
    if any(
        isinstance(entry.event, Action) and type(entry.event) not in get_args(engine.events) for entry in script.entries
    ):
        entries = [Entry(event, LogPosition(event=number)) for number, event in enumerate(_events(engine, script))]
        state = replay(engine.rules, script.setup, entries).state
        return RecordResult(engine.rules.scores(state), engine.rules.ranking(state))
    if script.stated_scores is None or script.stated_ranks is None:
        return None
    return RecordResult(script.stated_scores, script.stated_ranks)


def _own_options(engine: Engine, script: Script) -> dict[str, OptionValue]:
    """The options that the rule set alone would not give, by name."""
    given = engine.setup(script.setup.seats, script.rules, components=script.setup.components).options
    return {name: value for name, value in sorted(script.setup.options.items()) if value != given[name]}


def merge(first: Script, second: Script) -> Script:
    """One script of two one-sided ones of the same match: what one leaves open, the other fills in.

    Raises `ClaimMismatch` at the first event on which they do not agree, or without a place if they tell of different
    matches.
    """
    for name in ("game", "rules", "setup"):
        if getattr(first, name) != getattr(second, name):
            raise ClaimMismatch("other_match", field=name)
    if len(first.entries) != len(second.entries):
        raise ClaimMismatch("other_match", field="events", expected=len(first.entries), found=len(second.entries))
    entries = [
        Entry(_merged_event(one.event, two.event, one.at), one.at)
        for one, two in zip(first.entries, second.entries, strict=True)
    ]
    engine = ENGINES[first.game]
    left = any(_open_seats(engine, entry.event) for entry in entries)
    return msgspec.structs.replace(first, entries=entries, view=first.view if left else None)


def _is_open(event: Event) -> bool:
    """Whether the event leaves a card open."""
    values = msgspec.structs.astuple(event)
    return any(value == UNSEEN or (isinstance(value, tuple) and UNSEEN in value) for value in values)


def _merged_event(one: Event, two: Event, at: LogPosition) -> Event:
    """A claim that only one of them makes is kept."""
    if one == two:
        return one
    if type(one) is type(two):
        pairs = zip(msgspec.structs.astuple(one), msgspec.structs.astuple(two), strict=True)
        values = [
            yours if mine is UNSET else mine if yours is UNSET else _merged_value(mine, yours) for mine, yours in pairs
        ]
        if not any(value is _CONTRADICTION for value in values):
            return type(one)(*values)
    raise ClaimMismatch(
        "other_match", at=at, field="events", expected=msgspec.to_builtins(one), found=msgspec.to_builtins(two)
    )


_CONTRADICTION = object()


def _merged_value(mine: Any, yours: Any) -> Any:
    """What two writers know together of one parameter: a name, or several."""
    if mine == yours or yours == UNSEEN:
        return mine
    if mine == UNSEEN:
        return yours
    if isinstance(mine, tuple) and isinstance(yours, tuple) and len(mine) == len(yours):
        values = tuple(_merged_value(one, two) for one, two in zip(mine, yours, strict=True))
        return _CONTRADICTION if _CONTRADICTION in values else values
    if isinstance(mine, dict) and isinstance(yours, dict) and mine.keys() == yours.keys():
        by_key = {key: _merged_value(value, yours[key]) for key, value in mine.items()}
        return _CONTRADICTION if _CONTRADICTION in by_key.values() else by_key
    if isinstance(mine, msgspec.Struct) and type(mine) is type(yours):
        parts = _merged_value(msgspec.structs.astuple(mine), msgspec.structs.astuple(yours))
        return parts if parts is _CONTRADICTION else type(mine)(*parts)
    return _CONTRADICTION
