"""The state that a refusal of a tournament found, by its name."""

from typing import Any

from tournaments.models import Entrant, Round, Stage, Tournament
from tournaments.services.errors import Refused

STATES = {
    "entrant_state": Entrant.State,
    "round_state": Round.State,
    "stage_state": Stage.State,
    "state": Tournament.State,
}
"""What kind of state is told as `found`, by the code of the refusal."""


def in_words(why: Refused) -> dict[str, Any]:
    """The facts of a refusal, a state that was found by its name."""
    states = STATES.get(why.code)
    return dict(why.facts) if states is None else {**why.facts, "found": states(why.facts["found"]).label}
