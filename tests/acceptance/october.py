"""Steps 19 and 20: free matches, the borders of the month, a dispute."""

from fractions import Fraction

from games.models import AuditEntry
from ladder.demo.months import Planned
from ladder.selectors.rankings import where_it_counts
from tests.acceptance.clock import ROME, at
from tests.acceptance.world import TOLD, World, user


def that_night(told: Planned) -> str:
    return f"{told.ended_at.astimezone(ROME):%Y-%m-%d %H:%M}"


def points(world: World, key: str) -> dict[str, Fraction]:
    """What a match gives to whom in the league, for those who played."""
    [standing] = where_it_counts(world.match(key))
    seats = {seat.player_id: seat.player.name for seat in world.match(key).seats.select_related("player")}
    return {seats[pk]: score.points for pk, score in standing.scores.items() if score.played}


def step_19(world: World) -> None:
    """Free matches, each reported by one of the table and confirmed by another, or by a manager."""
    for key, who, other in (
        ("L1", "jacopo", "tito"),
        ("L6", "sara", "tito"),
        ("L3", "hugo", "jacopo"),
        ("L4", "ines", "brunello"),
        ("L2", "gufetta", "katia"),
    ):
        with at(that_night(TOLD[key])):
            world.report(who, key)
            assert world.match(key).state == "submitted"
            assert "confirm/" not in world.page(world.url(key), who).content.decode() or who == "sara"
            world.press(other, world.url(key), "confirm/")
            assert world.match(key).state == "confirmed"
    with at(that_night(TOLD["L7"])):
        world.report("livio", "L7")
        assert world.match("L7").ending == "concession"
    with at("2026-11-01 00:40"):
        world.report("katia", "L9")
        world.press("tito", world.url("L9"), "confirm/")
    for key, month in (("L8", "2026-10"), ("L9", "2026-11")):
        [standing] = where_it_counts(world.match(key))
        assert standing.season.key == month


def step_20(world: World) -> None:
    """Azul, which cannot be replayed: two reports that differ, and Vito's decision."""
    told = TOLD["L5"]
    with at(that_night(told)):
        world.command("create_game", "azul", "Azul", "--seats", "2-4", "--as", "zoe@torre.example")
        said = [(name, place, "played") for place, name in enumerate(("hugo_pt", "gufetta", "jacopone", "olga_o"), 1)]
        world.report("gufetta", "L5", Planned("L5", told.ended_at, "azul", tuple(said)))
        state = f"{world.url('L5')}state/"
        world.press("jacopo", state, **{"seat-1-place": 3, "seat-2-place": 2})
        assert world.match("L5").state == "disputed"
        assert points(world, "L5") == {}
    with at("2026-10-24 09:00"):
        panel = world.page("/desk/leagues/torre/2026-10/", "sara")
        [check] = [check for check in panel.context["checks"] if check.code == "disputed"]
        assert check.matches == [world.match("L5")]
        assert world.url("L5") in world.page("/desk/?kind=dispute", "vito").content.decode()
        decide = {"seat-1-place": 2, "seat-2-place": 2, "reason": "Il tavolo dice: stessi punti."}
        world.press("vito", f"{world.url('L5')}correct/", **decide)
        assert world.match("L5").state == "confirmed"
        half = Fraction(9, 2)
        assert points(world, "L5") == {"hugo_pt": 10, "gufetta": half, "jacopone": half, "olga_o": 1}
        page = world.text(world.url("L5"), "jacopo")
        assert "Il tavolo dice: stessi punti." in page
        last = AuditEntry.objects.filter(kind="match", target_id=world.matches["L5"]).latest("pk")
        assert (last.actor, last.role) == (user("vito"), "arbiter")
