from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password

from games.models import User
from games.services.retry import atomic_retried


@atomic_retried
def account_create(email: str, password: str, **fields: Any) -> User:
    """An account whose address counts as checked, for commands. Raises `ValidationError`."""
    user = User(email=email.strip().lower(), **fields)
    user.set_password(password)
    user.full_clean()
    validate_password(password, user)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user
