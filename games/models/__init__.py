from games.models.audit import AuditEntry
from games.models.game import Game
from games.models.match import Match, Seat
from games.models.outbox import OutboxRow
from games.models.player import Identity, Name, Player
from games.models.submission import Submission, Verification
from games.models.user import User

__all__ = [
    "AuditEntry",
    "Game",
    "Identity",
    "Match",
    "Name",
    "OutboxRow",
    "Player",
    "Seat",
    "Submission",
    "User",
    "Verification",
]
