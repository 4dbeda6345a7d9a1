from games.management.commands import bench
from ladder.bench import service_figures
from tournaments.benches.pairing import pairing_figures


class Command(bench.Command):
    groups = bench.Command.groups | {"service": service_figures, "pairing": pairing_figures}
