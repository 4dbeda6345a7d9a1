from tournaments.models.act import Act
from tournaments.models.entrant import Entrant, EntrantChange, NotToMeet, RoundCheckIn
from tournaments.models.job import PairingJob
from tournaments.models.pairing import Pairing, PairingSeat, TableMatch
from tournaments.models.stage import Round, Stage, StageEntrant
from tournaments.models.tables import NoShow, SeatOffer, TableDate, TableDateAnswer
from tournaments.models.tournament import Tournament, TournamentRole

__all__ = [
    "Act",
    "Entrant",
    "EntrantChange",
    "NoShow",
    "NotToMeet",
    "Pairing",
    "PairingJob",
    "PairingSeat",
    "Round",
    "RoundCheckIn",
    "SeatOffer",
    "Stage",
    "StageEntrant",
    "TableDate",
    "TableDateAnswer",
    "TableMatch",
    "Tournament",
    "TournamentRole",
]
