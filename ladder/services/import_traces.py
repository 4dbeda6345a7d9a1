"""What an import leaves besides its matches: the players and names that came with it, and taking those back."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games import storage
from games.forgetting import forget_in
from games.models import Claim, Identity, Merge, Name, Player, Seat
from games.models.player import fold
from ladder.imports.forgetting import sheet_forget
from ladder.imports.problems import SheetProblem
from ladder.models import Import, ImportedTotal
from ladder.selectors.files import is_named
from tournaments.models import Entrant

BROUGHT = "brought"
"""In the summary of an import whose file lost a name: the hash of the bytes that were brought."""


def traces_before(players: Iterable[Player]) -> tuple[int, dict[int, set[int]]]:
    """To be asked before an import writes: the last player there is, and the names of those who are known."""
    last = Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    names: dict[int, set[int]] = {}
    for pk, player in Name.objects.filter(player__in=list(players)).values_list("pk", "player"):
        names.setdefault(player, set()).add(pk)
    return last, names


def traces_after(before: tuple[int, dict[int, set[int]]], players: Iterable[Player]) -> dict[str, Any]:
    """The `players` who were made since, and the `names` that others were given, each with the time it was last seen."""
    last, known = before
    everybody = {player.pk for player in players}
    made = sorted(pk for pk in everybody if pk > last)
    rows = Name.objects.filter(player__in=everybody - set(made)).values_list("pk", "player", "last_seen")
    names = {str(pk): seen.isoformat() for pk, player, seen in rows if pk not in known.get(player, set())}
    return {"players": made, "names": names}


def traces_take_back(source: Import) -> int:
    """Remove the players who exist only through this import, and the names that only it gave. How many players went.

    Their struck out matches name them still; but no list, search or later import finds them, and their addresses are
    free again. Whoever has an account, a claim, an entry, or anything else by now stays.
    """
    made = source.summary.get("made", {})
    elsewhere = Q(match__imported=None) | ~Q(match__imported__source=source)
    its_own = {
        "sits": Exists(Seat.objects.filter(elsewhere, Q(player=OuterRef("pk")) | Q(recorded_for=OuterRef("pk")))),
        "told": Exists(ImportedTotal.objects.filter(Q(player=OuterRef("pk")) | Q(recorded_for=OuterRef("pk")))),
        "claimed": Exists(Claim.objects.filter(player=OuterRef("pk"))),
        "joined": Exists(Merge.objects.filter(Q(source=OuterRef("pk")) | Q(target=OuterRef("pk")))),
        "entered": Exists(Entrant.objects.filter(player=OuterRef("pk"))),
        "called": Exists(Name.objects.filter(player=OuterRef("pk")).exclude(source=Name.Source.IMPORT)),
    }
    found = Player.objects.filter(pk__in=made.get("players", []), user=None).annotate(**its_own)
    gone = list(found.filter(**dict.fromkeys(its_own, False)).exclude(state=Player.State.ANONYMISED))
    Identity.objects.filter(player__in=gone).delete()
    Name.objects.filter(player__in=gone).delete()
    for player in gone:
        player.slug, player.state = f"import-{source.pk}-{player.pk}", Player.State.PROVISIONAL
        player.save(update_fields=["slug", "state"])
    _names_take_back(made.get("names", {}))
    return len(gone)


def _names_take_back(given: dict[str, str]) -> None:
    """Remove the names that nobody has seen since the import, but for the one that is shown."""
    for name in Name.objects.filter(pk__in=[int(pk) for pk in given]).select_related("player"):
        others = Name.objects.filter(player=name.player).exclude(pk=name.pk)
        if name.last_seen.isoformat() == given[str(name.pk)] and name.text != name.player.known_as and others.exists():
            name.delete()


def traces_forget(names: Sequence[str], ids: Sequence[str], neutral: str, number: str) -> None:
    """Take somebody's names and ids out of what is kept about imports: numbers, rejected lines, answers, dry runs, and
    the files themselves."""
    folded = {fold(name) for name in names}
    for source in Import.objects.order_by("pk"):
        asked = source.answers.get("names", {})
        source.summary = forget_in(source.summary, names, ids, neutral, number)
        source.answers = source.answers | {
            "names": {key: answer for key, answer in asked.items() if key.partition("#")[0] not in folded}
        }
        source.look = {}
        if folded & {fold(part) for part in (source.name, source.name.rpartition(".")[0])}:
            source.name = ""
        _file_forget(source, names, ids, neutral, number)
        source.save(update_fields=["summary", "answers", "look", "name", "sha256", "size"])


def _file_forget(source: Import, names: Sequence[str], ids: Sequence[str], neutral: str, number: str) -> None:
    """Put the table without the name in the place of the one that was brought, and keep by what that one is known again.

    One that cannot be read as a table any more, or is damaged, goes whole.
    """
    before = source.sha256
    try:
        fresh = sheet_forget(storage.load(before), names, ids, neutral, number)
    except (SheetProblem, FileNotFoundError):
        fresh = b"\n"
    source.sha256, source.size = storage.store(fresh), len(fresh)
    if source.sha256 != before:
        source.summary = {BROUGHT: before} | source.summary
        transaction.on_commit(partial(_remove_unnamed, before))


def _remove_unnamed(sha256: str) -> None:
    """Take a file away if no row speaks of it: another league may have brought the same one."""
    if not is_named(sha256):
        storage.remove(sha256)
