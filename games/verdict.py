"""The judgement on one log, as data: what `verify_log` returns, prints and stores."""

from typing import Any

import msgspec

from games.engine.errors import Word
from games.engine.events import LogPosition, Seat
from games.engine.game import SeatInfo, Source


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """One log judged. Lists by seat are in turn order; what does not apply is null or empty.

    `scores` and `ranks` are null where refused or unreadable. `events` counts the events applied, `claims` the
    statements of the log that were checked. `ending` and `conceded` tell how the match ended; `moves` is the SHA-256 of
    the normalised moves: two files of one match with equal `moves` tell the same story.
    """

    verdict: Word
    code: str | None = None
    at: LogPosition | None = None
    facts: dict[str, Any] = {}
    game: str | None = None
    rules: str | None = None
    revision: int | None = None
    components: dict[str, Any] | None = None
    players: tuple[SeatInfo, ...] = ()
    scores: tuple[int, ...] | None = None
    ranks: tuple[int, ...] | None = None
    breakdown: list[dict[str, Any]] = []
    events: int = 0
    claims: int = 0
    notes: list[dict[str, Any]] = []
    source: Source = Source()
    ending: str = "normal"
    conceded: tuple[Seat, ...] = ()
    moves: str | None = None

    @property
    def expected(self) -> Any:
        """What the rules allow at the place of a refusal."""
        return self.facts.get("expected")

    @property
    def found(self) -> Any:
        """What the log has there."""
        return self.facts.get("found")
