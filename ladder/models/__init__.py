from ladder.models.community import Community
from ladder.models.imports import Import, ImportedMatch, ImportedTotal, ImportTemplate
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
from ladder.models.ratings import Rating, RatingMonth, RatingPool, RatingRequest, RatingRun
from ladder.models.sessions import Session
from ladder.models.tokens import ApiToken, Scope
from ladder.models.webhooks import Webhook, WebhookDelivery

__all__ = [
    "ApiToken",
    "Community",
    "CopyFile",
    "DeskNote",
    "Import",
    "ImportTemplate",
    "ImportedMatch",
    "ImportedTotal",
    "Ladder",
    "LadderRules",
    "MatchRuling",
    "PendingRevision",
    "Publication",
    "PublishTarget",
    "RankingRow",
    "Rating",
    "RatingMonth",
    "RatingPool",
    "RatingRequest",
    "RatingRun",
    "Role",
    "Scope",
    "ScoreRow",
    "Season",
    "SeasonMatch",
    "SeasonRevision",
    "Session",
    "TakeAway",
    "TargetFile",
    "Webhook",
    "WebhookDelivery",
]
