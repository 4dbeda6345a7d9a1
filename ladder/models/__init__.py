from ladder.models.community import Community
from ladder.models.ladder import Ladder, LadderRules, Role, Season

__all__ = ["Community", "Ladder", "LadderRules", "Role", "Season"]
