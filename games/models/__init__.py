from games.models.user import User

__all__ = ["User"]
