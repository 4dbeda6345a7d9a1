from tournaments.models.act import Act
from tournaments.models.entrant import Entrant, EntrantChange
from tournaments.models.pairing import Pairing, PairingSeat, TableMatch
from tournaments.models.stage import Round, Stage, StageEntrant
from tournaments.models.tournament import Tournament, TournamentRole

__all__ = [
    "Act",
    "Entrant",
    "EntrantChange",
    "Pairing",
    "PairingSeat",
    "Round",
    "Stage",
    "StageEntrant",
    "TableMatch",
    "Tournament",
    "TournamentRole",
]
