"""Pages that are kept for a while show names; once somebody is called otherwise, those drawn before are no good."""

import secrets
from functools import partial

from django.core.cache import cache
from django.db import transaction

NAMES = "names"
"""Key in the cache of the mark that every kept page bears: another one since somebody was renamed, hidden or forgotten."""


def names_changed() -> None:
    """Somebody is called otherwise from this transaction on."""
    transaction.on_commit(partial(_mark, secrets.token_hex(8)))


def _mark(token: str) -> None:
    cache.set(NAMES, token, None)
