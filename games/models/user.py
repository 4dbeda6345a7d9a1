from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

EDITIONS = 20
"""Changes of rights after which an old session still goes on; after more of them one logs in again."""


class UserManager(BaseUserManager["User"]):
    """Accounts are made and found by e-mail address, always in lower case."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractUser):
    """An account ("account" is its word on the pages). A player may have none."""

    username = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)
    language = models.CharField(_("language"), max_length=8, default="it")
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Rome")

    rights_edition = models.PositiveIntegerField(default=0, db_default=0)
    """Raised whenever a role is given or taken (`games.services.rights`)."""

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = UserManager()  # type: ignore[assignment, misc]

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="user_email_is_lower_case"),
        ]

    def __str__(self) -> str:
        return self.email

    # A session holds the hash of what it was begun under. Another password or address ends it; where only the rights
    # have changed Django finds the hash among the older ones, and lets it go on under a new id.

    def get_session_auth_hash(self) -> str:
        return self._session_hash(self.rights_edition)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        for edition in range(self.rights_edition - 1, max(-1, self.rights_edition - EDITIONS), -1):
            yield self._session_hash(edition)

    def _session_hash(self, edition: int) -> str:
        return salted_hmac(
            "games.User.session", f"{edition} {self.email} {self.password}", algorithm="sha256"
        ).hexdigest()
