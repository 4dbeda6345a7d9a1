"""Steps 21 to 24: two players become one, October is closed, published and corrected."""

from pathlib import Path
from typing import Any

from games.models import Merge, Player
from ladder.models import PendingRevision, Publication, Season
from ladder.selectors.kept import ranking_kept
from tests.acceptance.clock import at
from tests.acceptance.september import SEPTEMBER_R1
from tests.acceptance.world import World, published, words

HEAD_R2 = [(1, "livio_lupo", "81/2", 5), (2, "gufetta", "32", 4), (3, "adamanta", "26", 3)]
OCTOBER_R1 = [
    (1, "livio_lupo", "51", 7),
    (2, "dado_storto", "50", 6),
    (3, "hugo_pt", "45", 6),
    (4, "adamanta", "45", 7),
    (5, "gufetta", "83/2", 6),
    (6, "fabio_faro", "34", 6),
    (7, "brunello3", "67/2", 5),
    (8, "ines_lx", "33", 5),
    (9, "chiaraluna", "31", 6),
    (10, "jacopone", "30", 6),
    (11, "elenaditroia", "25", 5),
    (12, "katia_k", "19", 5),
    (13, "martabella", "14", 4),
    (14, "olga_o", "10", 3),
    (None, "nuno_mar", "4", 1),
]
MOVES = [0, 2, 2, -1, -3, 3, 0, None, -3, -1, None, -4, None, None, None]
SHARES = {
    "it": """🏆 Lega Torre – Ottobre 2026 (definitiva, rev. {revision})
1. livio_lupo 51 (7 partite) =
2. dado_storto 50 (6) ▲2 sale di 2 posti
3. hugo_pt 45 (6) ▲2
4. adamanta 45 (7) ▼1
5. gufetta 41,5 (6) ▼3
14 in classifica, 23 partite, 1 sotto il minimo. Dettagli: {link}
""",
    "en": """🏆 Lega Torre – October 2026 (final, rev. {revision})
1. livio_lupo 51 (7 matches) =
2. dado_storto 50 (6) ▲2 up 2 places
3. hugo_pt 45 (6) ▲2
4. adamanta 45 (7) ▼1
5. gufetta 41.5 (6) ▼3
14 ranked, 23 matches, 1 below the minimum. Details: {link}
""",
}
SEPTEMBER, OCTOBER = "/desk/leagues/torre/2026-09/", "/desk/leagues/torre/2026-10/"


def step_21(world: World) -> None:
    with at("2026-10-31 20:00"):
        october = world.ranking("2026-10")
        world.press("gufetta", "/players/livio_lupo1/same/?name=livio_lupo", other="livio_lupo", words="Stessa firma")
        desk = world.page("/desk/?kind=duplicate", "sara").content.decode()
        preview_url = "/players/livio_lupo1/merge/?into=livio_lupo"
        assert preview_url in desk
        preview = world.page(preview_url, "sara").context["preview"]
        assert preview.matches == 2
        assert not preview.blocks.matches
        [effect] = preview.months
        assert effect.season.key == "2026-09"
        assert [moved(change) for change in effect.changes] == [
            ("livio_lupo", (3, "49/2"), (1, "81/2")),
            ("gufetta", (1, "32"), (2, "32")),
            ("adamanta", (2, "26"), (3, "26")),
            ("livio_lupo1", (None, "16"), None),
        ]
        merge(world)
        assert world.ranking("2026-09") == SEPTEMBER_R1, "a closed month waits"
        assert world.ranking("2026-10") == october
        world.press("sara", SEPTEMBER, "revise/", reason="livio_lupo1 è livio_lupo")
        assert world.ranking("2026-09") == [*HEAD_R2, *(row for row in SEPTEMBER_R1[3:] if row[1] != "livio_lupo1")]
        old = world.json("/leagues/torre/2026-09/r1.json")["rows"]
        assert [(row["rank"], row["points"]) for row in old] == [(row[0], row[2]) for row in SEPTEMBER_R1]
        undo = f"/merges/{Merge.objects.get().pk}/undo/"
        assert undo in world.page("/players/livio_lupo/names/", "sara").content.decode()
        world.press("sara", undo, reason="Ci ripenso")
        pending = world.page(SEPTEMBER, "sara").context
        assert pending["pending"] is not None
        after = {change.player.slug: (change.after.rank, str(change.after.points)) for change in pending["changes"]}
        assert after == {row[1]: (row[0], row[2]) for row in (SEPTEMBER_R1[:3] + SEPTEMBER_R1[10:11])}
        merge(world)
        assert not PendingRevision.objects.exists()
        assert Season.objects.get(month=9).revision == 2
        answer = world.browser().get("/players/livio_lupo1/")
        assert (answer.status_code, answer["Location"]) == (301, "/players/livio_lupo/")
        assert "livio_lupo1" in world.text("/players/livio_lupo/")


def merge(world: World) -> None:
    world.press("sara", "/players/livio_lupo1/merge/?into=livio_lupo", reason="Stessa persona")
    assert Player.objects.get(slug="livio_lupo1").is_merged


def moved(change: Any) -> tuple[str, Any, Any]:
    def told(line: Any) -> Any:
        return line and ((line.rank, str(line.points)) if line else None)

    return change.player.slug, told(change.before), told(change.after)


def step_22(world: World) -> None:
    with at("2026-11-04 21:00"):
        assert world.json("/leagues/torre/2026-10.json")["matches"] == 22
        page = world.page(OCTOBER, "sara")
        told = {check.code: (check.blocking, check.count, list(check.matches)) for check in page.context["checks"]}
        assert told.pop("grace")[0] is False
        assert told == {
            "submitted": (True, 1, [world.match("L7")]),
            "unverifiable": (False, 1, [world.match("T4")]),
        }, told
        version = page.context["season"].version
        refused = world.browser("sara").post(f"{OCTOBER}close/", {"version": version, "warned": 1})
        assert refused.status_code == 422
        assert world.url("L7") in refused.content.decode()
        world.press("katia", world.url("L7"), "confirm/")
        assert world.match("L7").state == "confirmed"


def step_23(world: World, folder: Path) -> None:
    before = stamps(folder)
    with at("2026-11-06 09:00"):
        world.press("tito", OCTOBER, "close/", warned=1)
        assert world.ranking("2026-10") == OCTOBER_R1
        month = world.json("/leagues/torre/2026-10.json")
        assert (month["matches"], month["revision"]) == (23, 1)
        assert [row["move"] for row in month["rows"]] == MOVES
        [revision] = Season.objects.get(month=10).revisions.all()
        assert revision.by.email.startswith("tito")
        assert "3 first places to 2" in world.text("/leagues/torre/2026-10/?why=hugo_pt&lang=en")
        line = next(line for line in table(world, "2026-10") if line.player.slug == "livio_lupo")
        given = [(played.score.points, played.counts) for played in line.played]
        assert sorted((points for points, counts in given if counts), reverse=True) == [10, 10, 9, 9, 4, 3]
        assert [points for points, counts in given if not counts] == [1]
        assert line.row.participation == 6
        shared(world, 1)
    after = stamps(folder)
    sent = Publication.objects.filter(cause="close").first()
    assert sent.sent < len(after)
    same = [path for path, stamp in before.items() if after.get(path) == stamp]
    assert "2026-09.html" in same, "what did not change is not brought again"
    assert "2026-10.html" in after
    assert after["index.html"] != before["index.html"]


def table(world: World, month: str) -> list[Any]:
    return ranking_kept(Season.objects.get(month=int(month[-2:]))).ranked


def shared(world: World, revision: int) -> None:
    """The text for Telegram, letter by letter."""
    for language, text in SHARES.items():
        url = f"/leagues/torre/2026-10/take/telegram.txt?lang={language}"
        link = "http://127.0.0.1:8000/leagues/torre/2026-10/"
        assert world.page(url).content.decode() == text.format(revision=revision, link=link)


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    root = published(folder)
    files = [path for path in root.rglob("*") if path.is_file()]
    return {str(path.relative_to(root)): (path.stat().st_mtime_ns, path.stat().st_ino) for path in files}


def step_24(world: World, folder: Path) -> None:
    with at("2026-11-08 18:00"):
        world.press("chiara", f"{world.url('L4')}report/", reason="Il tavolo dice: io seconda, ines_lx terza.")
        assert world.url("L4") in world.page("/desk/", "vito").content.decode()
        places = {"brunello3": 1, "chiaraluna": 2, "ines_lx": 3, "dado_storto": 4}
        seats = world.match("L4").seats.select_related("player").order_by("number")
        fields = {f"seat-{number}-place": places[seat.player.slug] for number, seat in enumerate(seats)}
        world.press("vito", f"{world.url('L4')}correct/", reason="Come dice il tavolo", **fields)
        assert world.ranking("2026-10") == OCTOBER_R1
        panel = world.page(OCTOBER, "tito")
        changes = {change.player.slug: moved(change)[1:] for change in panel.context["changes"]}
        assert changes == {
            "chiaraluna": ((9, "31"), (7, "34")),
            "brunello3": ((7, "67/2"), (8, "67/2")),
            "ines_lx": ((8, "33"), (9, "30")),
        }
        world.press("tito", OCTOBER, "revise/", reason="risultato L4 corretto")
        month = world.json("/leagues/torre/2026-10.json")
        assert month["revision"] == 2
        ranks = {row["player"]: row["rank"] for row in month["rows"]}
        assert [ranks[name] for name in ("fabio_faro", "chiaraluna", "brunello3", "ines_lx", "jacopone")] == [
            6,
            7,
            8,
            9,
            10,
        ]
        assert "2 first places to 1" in world.text("/leagues/torre/2026-10/?why=ines_lx&lang=en")
        rows = world.page("/leagues/torre/2026-10/changes.csv?lang=en").content.decode().splitlines()
        assert sum("risultato L4 corretto" in row for row in rows) == 3
        told = world.page("/leagues/torre/2026-10/changes/").context["told"]
        latest = next(one for one in told if one["revision"].number == 2)
        assert len(latest["changes"]) == 3
        assert latest["revision"].reason == "risultato L4 corretto"
        assert [cause["reason"] for cause in latest["causes"]] == ["Come dice il tavolo"]
        shared(world, 2)
        for url in ("/embed/leagues/torre/?month=2026-10&lang=en", "/feed.atom", "/leagues/torre/2026-10/"):
            said = words(world.page(url)).lower()
            assert "rev. 2" in said or "revision 2" in said, url
        copy = (published(folder) / "2026-10.html").read_text()
        assert "2" in copy.partition("rev")[2][:20]
        assert (published(folder) / "2026-10-r1.html").exists()
