from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class Action:
    """A button: a form sent to `url` with hidden `fields`, or a link where `post` is False."""

    label: str
    url: str
    primary: bool = False
    post: bool = True
    fields: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Item:
    """One thing that needs somebody. `facts` are sentences; `proposal` is what we would do."""

    kind: str
    number: int | str
    since: datetime
    title: str
    url: str
    facts: Sequence[str] = ()
    proposal: str = ""
    actions: Sequence[Action] = ()
    dismissible: bool = False
    """Whether it can be put away with a word, for nothing else ends it."""

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.number}"
