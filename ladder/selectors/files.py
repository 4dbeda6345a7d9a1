"""Uploaded files, by the rows that speak of them."""

from games.models import Submission
from ladder.models import Import

MODELS = (Submission, Import)


def files_named() -> set[str]:
    """The hashes of all files that rows speak of."""
    return set().union(*(model._default_manager.values_list("sha256", flat=True) for model in MODELS))


def is_named(sha256: str) -> bool:
    """Whether a row speaks of the file."""
    return any(model._default_manager.filter(sha256=sha256).exists() for model in MODELS)
