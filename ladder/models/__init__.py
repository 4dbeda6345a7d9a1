from ladder.models.community import Community
from ladder.models.ladder import Ladder, LadderRules, Role, Season
from ladder.models.publishing import CopyFile, Publication, PublishTarget, TakeAway, TargetFile

__all__ = [
    "Community",
    "CopyFile",
    "Ladder",
    "LadderRules",
    "Publication",
    "PublishTarget",
    "Role",
    "Season",
    "TakeAway",
    "TargetFile",
]
