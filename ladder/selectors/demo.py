"""What there is of the demo to be shown, on a site that holds it."""

from dataclasses import dataclass

from games.models import Merge, Verification
from ladder.models import Ladder, SeasonRevision

LEAGUE, OCTOBER = "torre", (2026, 10)
REFUSED = "t3-katia.json"
DOUBLE = "livio_lupo1"
MANAGER = "sara@torre.example"


@dataclass(frozen=True)
class Demo:
    """The three things to look at first, as far as they are there. `merge` is a merge that was made."""

    refused: Verification | None
    merge: Merge | None
    revision: SeasonRevision | None


def demo_shown() -> Demo | None:
    """The demo's highlights; None where the site is somebody's own."""
    refused = Verification.objects.filter(
        submission__name=REFUSED, submission__uploader__email__endswith="@torre.example", verdict="refused"
    ).first()
    ladder = Ladder.objects.filter(slug=LEAGUE).first()
    if refused is None or ladder is None:
        return None
    year, month = OCTOBER
    revisions = SeasonRevision.objects.filter(season__ladder=ladder, season__year=year, season__month=month)
    merges = Merge.objects.filter(source__slug=DOUBLE, undone_at=None)
    return Demo(refused, merges.first(), revisions.filter(number__gt=1).select_related("season").last())
