"""How far a running verification has come: for people who watch, so it lies in the cache and may be lost."""

from django.core.cache import cache

from games import limits
from games.models import Verification

Step = Verification.Step


def step_note(verification: Verification, step: Step) -> None:
    cache.set(f"step:{verification.pk}", step.value, limits.LEASE_SECONDS)


def step_of(verification: Verification) -> Step:
    """The step that a verification is in; the last one once it is over."""
    if verification.state == Verification.State.QUEUED:
        return Step.QUEUED
    if verification.state == Verification.State.RUNNING:
        return Step(cache.get(f"step:{verification.pk}", Step.READING))
    return Step.COMPARING
