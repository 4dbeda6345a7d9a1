"""Secrets of targets at rest: encrypted with keys derived from `SECRETS_KEYS`; the first key encrypts, all decrypt."""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


class SecretLost(Exception):
    """None of the present keys opens this secret: it must be typed again."""


def seal(text: str) -> str:
    """The text, encrypted with the first key; nothing stays nothing."""
    return _keys().encrypt(text.encode()).decode() if text else ""


def unseal(sealed: str) -> str:
    try:
        return _keys().decrypt(sealed.encode()).decode() if sealed else ""
    except InvalidToken as problem:
        raise SecretLost from problem


def resealed(sealed: str) -> str:
    """The same secret under the first key."""
    return seal(unseal(sealed))


def _keys() -> MultiFernet:
    return MultiFernet([Fernet(_derived(key)) for key in settings.SECRETS_KEYS])


def _derived(key: str) -> bytes:
    derivation = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"classifica publishing secrets")
    return base64.urlsafe_b64encode(derivation.derive(key.encode()))
