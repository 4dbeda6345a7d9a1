from ladder.models.community import Community
from ladder.models.ladder import Ladder, LadderRules, Role, Season
from ladder.models.months import (
    DeskNote,
    MatchRuling,
    PendingRevision,
    RankingRow,
    ScoreRow,
    SeasonMatch,
    SeasonRevision,
)
from ladder.models.publishing import CopyFile, Publication, PublishTarget, TakeAway, TargetFile

__all__ = [
    "Community",
    "CopyFile",
    "DeskNote",
    "Ladder",
    "LadderRules",
    "MatchRuling",
    "PendingRevision",
    "Publication",
    "PublishTarget",
    "RankingRow",
    "Role",
    "ScoreRow",
    "Season",
    "SeasonMatch",
    "SeasonRevision",
    "TakeAway",
    "TargetFile",
]
