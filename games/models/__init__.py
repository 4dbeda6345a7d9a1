from games.models.audit import AuditEntry
from games.models.game import Game
from games.models.match import Match, Seat
from games.models.outbox import OutboxRow
from games.models.people import (
    Claim,
    Deletion,
    DifferentPeople,
    DuplicateReport,
    Merge,
    OldAddress,
    PersonExport,
    Voucher,
)
from games.models.player import Identity, Name, Player
from games.models.submission import Submission, Verification
from games.models.user import User

__all__ = [
    "AuditEntry",
    "Claim",
    "Deletion",
    "DifferentPeople",
    "DuplicateReport",
    "Game",
    "Identity",
    "Match",
    "Merge",
    "Name",
    "OldAddress",
    "OutboxRow",
    "PersonExport",
    "Player",
    "Seat",
    "Submission",
    "User",
    "Verification",
    "Voucher",
]
