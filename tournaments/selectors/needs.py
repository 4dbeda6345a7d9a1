"""Tables that need somebody: where somebody was reported as absent, or an arbiter is asked. Desks ask for it with the stage."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import Act, NoShow, Pairing

ASKED = "table.asked"
"""The act that puts a table before the arbiters."""
NEEDING = Exists(NoShow.objects.filter(pairing__round__stage=OuterRef("pk"))) | Exists(
    Act.objects.filter(tournament=OuterRef("tournament"), kind=ASKED)
)
"""An expression over stages, as `needs`: whether any table may need somebody. A board of such a stage reads which."""


def with_needs(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """The tables with what `needing` looks at."""
    asked = Act.objects.filter(kind=ASKED, target_kind="pairing", target_id=OuterRef("pk"))
    return pairings.annotate(absent=Exists(NoShow.objects.filter(pairing=OuterRef("pk"))), asked=Exists(asked))


def needing(pairings: Iterable[Pairing]) -> dict[int, set[str]]:
    """Tables by number of their row at which somebody was reported `absent`, or that an arbiter is `asked` about."""
    found = {one.pk: {what for what in ("absent", "asked") if getattr(one, what, False)} for one in pairings}
    return {pk: needs for pk, needs in found.items() if needs}


def was_asked(table: Pairing) -> bool:
    """Whether a director put this table before the arbiters."""
    known: bool | None = getattr(table, "asked", None)
    if known is None:
        known = Act.objects.filter(kind=ASKED, target_kind="pairing", target_id=table.pk).exists()
    return known
