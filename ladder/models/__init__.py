from ladder.models.ladder import Ladder, LadderRules, Role, Season

__all__ = ["Ladder", "LadderRules", "Role", "Season"]
