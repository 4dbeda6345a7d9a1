"""Why an act was not done. Nothing was changed; `code` is stable, `facts` are for the sentence."""

from typing import Any

from django.db.models import Model


class Refused(Exception):
    """An act that cannot be done as things are."""

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Changed(Exception):
    """Somebody else changed it meanwhile; `now` is as it is by now, None where it is gone."""

    def __init__(self, now: Model | None) -> None:
        super().__init__(getattr(now, "version", None))
        self.now = now
