"""Why a service did not do what was asked. Nothing was changed; `code` is stable, `facts` are for the sentence."""

from typing import Any

from games.models import Match


class NotAllowed(Exception):
    """This person may not do this here.

    `code`: `own_report`, `not_at_the_table`, `state`, `settled`, `too_late`, `reported`, `problems`, `took_part` or `role`.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Conflict(Exception):
    """The match is not as the person saw it any more; `match` is as it is now."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.version)
        self.match = match


class InvalidResult(Exception):
    """A typed result that cannot be.

    `code`: `seats`, `people`, `player_twice`, `places`, `score`, `in_the_future`, `name_missing`,
    `name_too_long`, `nothing_changed`, `replayed_by_itself`, `reason_missing` or `reason_too_long`.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class PersonRefused(Exception):
    """Something about a person that cannot be done.

    `code`: of a merge `same_player`, `merged`, `anonymised`, `together`, `two_ids`, `changed` or `undone`; of a claim
    `has_player`, `state`, `own`, `not_met`, `contested` or `is_mine`; of a name or an id `name_missing`, `name_too_long`,
    `taken`, `known` or `platform`; of leaving `last_admin`, `last_manager` or `asked`; and `reason_missing`, `reason_too_long`.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class MaybeHere(Exception):
    """The same people have a match that ended within minutes of this one, with another result: somebody must say whether
    it is this one."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.slug)
        self.match = match
