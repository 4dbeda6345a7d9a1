"""Whether a league's rules take a match, before any points."""

from games.scoring.facts import Result
from ladder.scoring.rules import Rules


def reason_against(rules: Rules, result: Result) -> str:
    """Why the rules leave a match out; empty if they take it.

    `game`, `size`, `free`, `tournament`, `training`, `unverified`, `rule_set` or `witness`.
    """
    wanted = rules.inclusion
    if wanted.games and result.game not in wanted.games:
        return "game"
    if wanted.sizes and len(result.seats) not in wanted.sizes:
        return "size"
    if not (wanted.tournaments if result.stage else wanted.free):
        return "tournament" if result.stage else "free"
    if result.training and not wanted.training:
        return "training"
    if wanted.only_verified and not result.verified:
        return "unverified"
    if wanted.rule_set and result.rule_set != wanted.rule_set:
        return "rule_set"
    return "witness" if wanted.witness and not result.witnesses else ""
