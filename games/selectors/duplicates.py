"""Players who may be one person: near names, claims, reports, and what speaks for it or against."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min

from games.models import Claim, DifferentPeople, DuplicateReport, Name, Player, Seat
from games.models.player import near_key

SCORES = {"same_name": 50, "punctuation": 45, "digits": 40, "one_edit": 30, "claims": 40, "reported": 30}
"""How much each reason weighs; what is measured against them is `never_met` and `other_times`, 10 each."""
ASKED = {"claims", "reported"}
"""Reasons that somebody gave."""
APART = {"never_met": 10, "other_times": 10}
MOST = 100


@dataclass(frozen=True)
class Suspicion:
    """Two players, how much speaks for their being one (at most 100), and the reasons by their codes.

    `target` is the one who would be kept: identified, with an account, or with more matches.
    """

    source: Player
    target: Player
    score: int
    reasons: tuple[str, ...]


def duplicates(most: int = MOST, *, of: Player | None = None) -> list[Suspicion]:
    """The likeliest pairs first. Never pairs that sat at one table, or that somebody called different people."""
    return _likeliest(_reasons(of, near=True), most)


def asked(most: int = MOST) -> list[Suspicion]:
    """The same for the pairs that somebody named alone, whatever their names; it costs next to nothing."""
    return _likeliest(_reasons(None, near=False), most)


def _likeliest(reasons: dict[tuple[int, int], list[str]], most: int) -> list[Suspicion]:
    told = {pair for one in (DifferentPeople,) for pair in one.objects.values_list("one", "other")}
    reasons = {pair: codes for pair, codes in reasons.items() if pair not in told}
    weight = {pair: sum(SCORES[code] for code in codes) for pair, codes in reasons.items()}
    likeliest = sorted(weight, key=lambda pair: (-weight[pair], pair))[: 3 * most]
    facts = _facts({player for pair in likeliest for player in pair})
    together = _together(likeliest)
    found = []
    for pair in likeliest:
        if pair in together or not all(player in facts for player in pair):
            continue
        one, other = (facts[player] for player in pair)
        codes = [*reasons[pair], *(["never_met"] if one.matches and other.matches else [])]
        if one.first and other.first and (one.last < other.first or other.last < one.first):
            codes.append("other_times")
        score = min(sum((SCORES | APART)[code] for code in codes), 100)
        source, target = sorted((one, other), key=lambda fact: fact.weight)
        found.append(Suspicion(source.player, target.player, score, tuple(codes)))
    return sorted(found, key=lambda one: (-one.score, one.source.pk))[:most]


def _reasons(of: Player | None, *, near: bool) -> dict[tuple[int, int], list[str]]:
    """The reasons by pair of players, each pair in the order of the numbers; without `near` names say nothing."""
    reasons: dict[tuple[int, int], dict[str, None]] = defaultdict(dict)

    def add(one: int, other: int, code: str) -> None:
        if one != other and (of is None or of.pk in (one, other)):
            reasons[min(one, other), max(one, other)][code] = None

    names = Name.objects.exclude(player__state=Player.State.ANONYMISED).values_list("folded", "player")
    for one, other, code in near_pairs(names.order_by("pk")) if near else ():
        add(one, other, code)
    claims = Claim.objects.filter(state__in=[Claim.State.OPEN, Claim.State.ACCEPTED])
    by_account: dict[int, set[int]] = defaultdict(set)
    for user, player in claims.values_list("user", "player"):
        by_account[user].add(player)
    for player, user in Player.objects.filter(user__in=by_account).values_list("pk", "user"):
        by_account[user].add(player)
    for players in by_account.values():
        for one in players:
            for other in players:
                add(one, other, "claims")
    for one, other in DuplicateReport.objects.values_list("one", "other"):
        add(one, other, "reported")
    return {pair: list(codes) for pair, codes in reasons.items()}


def near_pairs(names: Iterable[tuple[str, int]]) -> Iterable[tuple[int, int, str]]:
    """Pairs of players with near names, and how near: found through what near names share, not by trying all pairs."""
    bearers: dict[str, set[int]] = defaultdict(set)
    for folded, player in names:
        bearers[folded].add(player)
    for players in bearers.values():
        yield from _all_pairs(players, players, "same_name")
    by_key: dict[str, list[str]] = defaultdict(list)
    shortened: dict[str, list[str]] = defaultdict(list)
    for folded in bearers:
        by_key[near_key(folded)].append(folded)
        for variant in {folded, *(folded[:at] + folded[at + 1 :] for at in range(len(folded)))}:
            shortened[variant].append(folded)
    for alike in by_key.values():
        for one, other in _couples(alike):
            bare = one.rstrip("0123456789") == other.rstrip("0123456789")
            yield from _all_pairs(bearers[one], bearers[other], "digits" if bare else "punctuation")
    for alike in shortened.values():
        for one, other in _couples(alike):
            if near_key(one) != near_key(other) and one_edit(one, other):
                yield from _all_pairs(bearers[one], bearers[other], "one_edit")


def one_edit(one: str, other: str) -> bool:
    """Whether one edit parts two names that become equal when each loses at most one sign."""
    if len(one) != len(other):
        return True
    return sum(left != right for left, right in zip(one, other, strict=True)) <= 1


def _couples(names: list[str]) -> Iterable[tuple[str, str]]:
    if len(names) > 200:  # a key that says nothing, such as a row of numbers
        return
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            yield one, other


def _all_pairs(ones: set[int], others: set[int], code: str) -> Iterable[tuple[int, int, str]]:
    return ((one, other, code) for one in ones for other in others if one != other)


@dataclass(frozen=True)
class _Facts:
    player: Player
    matches: int
    first: datetime | None
    last: datetime | None

    @property
    def weight(self) -> tuple[bool, bool, int, int]:
        """The heavier one is kept."""
        return (not self.player.is_provisional, self.player.user_id is not None, self.matches, -self.player.pk)


def _facts(players: Iterable[int]) -> dict[int, _Facts]:
    rows = Player.objects.filter(pk__in=list(players)).exclude(state__in=[Player.State.MERGED, Player.State.ANONYMISED])
    rows = rows.annotate(n=Count("seats"), first=Min("seats__match__ended_at"), last=Max("seats__match__ended_at"))
    return {row.pk: _Facts(row, row.n, row.first, row.last) for row in rows}


def _together(pairs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Of these pairs, those who sat at one table."""
    wanted = set(pairs)
    players = {player for pair in wanted for player in pair}
    tables: dict[int, list[int]] = defaultdict(list)
    for match, player in Seat.objects.filter(player__in=players).values_list("match", "player"):
        tables[match].append(player)
    return {
        (min(one, other), max(one, other))
        for seated in tables.values()
        for one in seated
        for other in seated
        if (min(one, other), max(one, other)) in wanted
    }
