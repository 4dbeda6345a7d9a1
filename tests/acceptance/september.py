"""Steps 1 to 4: a community begins, September is imported and closed, Livio finds himself."""

import csv
from io import BytesIO, StringIO
from pathlib import Path

from games.models import Match, Player
from ladder.demo.months import SEPTEMBER, planned
from ladder.models import Import, PublishTarget
from tests.acceptance.clock import ROME, at
from tests.acceptance.world import PASSWORD, World, address, player, published, words

SEPTEMBER_R1 = [
    (1, "gufetta", "32", 4),
    (2, "adamanta", "26", 3),
    (3, "livio_lupo", "49/2", 3),
    (4, "dado_storto", "22", 4),
    (5, "hugo_pt", "21", 3),
    (6, "chiaraluna", "39/2", 3),
    (7, "brunello3", "18", 3),
    (8, "katia_k", "12", 3),
    (9, "fabio_faro", "9", 3),
    (9, "jacopone", "9", 3),
    (None, "livio_lupo1", "16", 2),
    (None, "elenaditroia", "4", 1),
    (None, "nuno_mar", "3", 1),
]
KEEPERS = ("sara", "tito", "vito")
PLAYERS = ("livio", "gufetta", "hugo", "jacopo", "katia", "brunello", "chiara", "nuno", "ines")


def spreadsheet() -> bytes:
    """September as Sara keeps it: one row per seat."""
    out = StringIO(newline="")
    lines = csv.writer(out, delimiter=";")
    lines.writerow(["Gioco", "Fine", "Giocatore", "Posto"])
    for match in planned(SEPTEMBER):
        ended = f"{match.ended_at.astimezone(ROME):%d/%m/%Y %H:%M}"
        lines.writerows(["Alhambra", ended, name, place] for name, place, _flag in match.seats)
    return out.getvalue().encode()


def step_1(world: World) -> None:
    with at("2026-09-29 18:00"):
        said = {"language": "it", "time_zone": "Europe/Rome", "admin": address("zoe"), "password": PASSWORD}
        world.command("setup_community", name="Torre", **said)
        home = world.page("/", "zoe").content.decode()
        steps = home.partition('<ol class="list do">')[2].partition("</ol>")[0]
        assert steps.count("<li>") == 3
        for who in KEEPERS:
            world.sign_up(who)
        world.command("create_league", "torre", "Lega Torre", manager=[address("sara")])
        assert "league torre: only one manager" in world.command("doctor")
        world.command("grant_role", "manager", address("tito"), "--league", "torre", "--as", address("zoe"))
        world.command("grant_role", "arbiter", address("vito"), "--league", "torre", "--as", address("zoe"))
        assert "only one manager" not in world.command("doctor")


def step_2(world: World, folder: Path) -> None:
    with at("2026-10-01 10:00"):
        file = BytesIO(spreadsheet())
        file.name = "settembre.csv"
        home = "/leagues/torre/imports/"
        assert home in world.page("/leagues/torre/archive/", "sara").content.decode()
        world.press("sara", home, file=file)
        source = Import.objects.get()
        looked = world.page(f"{source.get_absolute_url()}check/", "sara").context
        counts = looked["counts"]
        assert {key: counts[key] for key in ("rows", "names", "new_names", "near", "duplicates", "matches")} == {
            "rows": 36,
            "names": 13,
            "new_names": 13,
            "near": 1,
            "duplicates": 0,
            "matches": 11,
        }
        assert looked["look"].near == [("livio_lupo", "livio_lupo1")]
        world.press("sara", f"{source.get_absolute_url()}check/", "run/")
        assert Match.objects.count() == 11
        assert Player.objects.filter(state="provisional").count() == 13
        again = folder / "settembre.csv"
        again.write_bytes(spreadsheet())
        assert "11 duplicates, 0 new." in world.command("import_months", again, "--league", "torre")
        assert Match.objects.count() == 11


def step_3(world: World, folder: Path) -> None:
    with at("2026-10-01 11:30"):
        add = "/leagues/torre/publishing/add/?kind=folder"
        world.press("sara", add, name="spazio web", folder="torre")
        target = PublishTarget.objects.get()
        assert "It works" in words(world.press("sara", target.get_absolute_url(), "test/"))
        panel = "/desk/leagues/torre/2026-09/"
        assert panel in world.page("/desk/", "sara").content.decode()
        world.press("sara", panel, "close/", warned=1)
        assert world.ranking("2026-09") == SEPTEMBER_R1
        page = (published(folder) / "2026-09.html").read_text()
        assert "<script" not in page
        assert "gufetta" in page
        text = world.page("/leagues/torre/2026-09/take/telegram.txt").content.decode().splitlines()
        assert text[1].startswith("1. gufetta 32")
        assert len(text[1:-1]) == 5


def step_4(world: World) -> None:
    with at("2026-10-01 12:00"):
        for who in PLAYERS:
            world.sign_up(who)
        claims(world, "livio", "livio_lupo")
        page = world.page("/players/livio_lupo/", "livio")
        ended = [line["match"].ended_at for line in page.context["results"]]
        mine = [match.ended_at for match in planned(SEPTEMBER) if any(name == "livio_lupo" for name, *_ in match.seats)]
        assert sorted(ended) == mine
        assert len(ended) == 3
        others = {"gufetta": "gufetta", "hugo": "hugo_pt", "jacopo": "jacopone", "katia": "katia_k"}
        others |= {"brunello": "brunello3", "chiara": "chiaraluna", "nuno": "nuno_mar"}
        for who, name in others.items():
            claims(world, who, name)


def claims(world: World, who: str, name: str) -> None:
    """“This is me”; Sara finds it on her desk and accepts."""
    world.press(who, f"/players/{name}/claim/", words="Sono io")
    world.press("sara", "/desk/?kind=claim", "accept/")
    assert player(name).user is not None
