from games.models.audit import AuditEntry
from games.models.follow import Follow
from games.models.game import Game
from games.models.idempotency import IdempotencyKey
from games.models.match import Match, Seat
from games.models.notice import Notice, NoticeAddress, NoticeDelivery, NoticeSettings
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
from games.models.result import ResultVersion
from games.models.submission import Submission, Verification
from games.models.user import User

__all__ = [
    "AuditEntry",
    "Claim",
    "Deletion",
    "DifferentPeople",
    "DuplicateReport",
    "Follow",
    "Game",
    "IdempotencyKey",
    "Identity",
    "Match",
    "Merge",
    "Name",
    "Notice",
    "NoticeAddress",
    "NoticeDelivery",
    "NoticeSettings",
    "OldAddress",
    "OutboxRow",
    "PersonExport",
    "Player",
    "ResultVersion",
    "Seat",
    "Submission",
    "User",
    "Verification",
    "Voucher",
]
