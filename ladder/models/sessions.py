"""Who is logged in where: Django's sessions, in a table that knows whose they are."""

from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

BEGAN, SEEN, DEVICE = "began", "seen", "device"
"""What a session of somebody who is logged in holds: since when (seconds since 1970), his last visit to a day, his browser."""


class Session(AbstractBaseSession):
    """A browser's session; `user` is whose it is, so that he can see and end it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="sessions")

    class Meta(AbstractBaseSession.Meta):
        pass

    @classmethod
    def get_session_store_class(cls) -> type["SessionStore"]:
        return SessionStore


class SessionStore(db.SessionStore):
    """The setting `SESSION_ENGINE` names this module."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row: Session = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row
