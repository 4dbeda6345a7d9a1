"""What each kind of notice says, in the reader's language: a title, sentences, and what the link is called."""

import datetime as dt
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Notice
from games.notices import row_of
from games.outcomes import outcome_of
from ladder import formats
from ladder.notices.sentences import TEXTS

VERDICTS = {"verified": "agrees", "consistent": "agrees", "refused": "disagrees", "unreadable": "broken"}
"""The outcome of a verdict; every other one is `cannot`."""
ROLES: dict[str, str | Promise] = {
    "manager": gettext_lazy("manager"),
    "arbiter": gettext_lazy("arbiter"),
    "director": gettext_lazy("director"),
    "admin": gettext_lazy("admin"),
}


@dataclass(frozen=True)
class Told:
    """A notice in words. `link` is a whole address; `reason` says why one is told."""

    title: str
    lines: tuple[str, ...]
    act: str
    link: str
    reason: str

    @property
    def text(self) -> str:
        return " ".join(self.lines)


def told(notice: Notice, zone: str) -> Told:
    """A notice in the active language, its instants in a zone."""
    facts = words_of(notice.facts, zone)
    text = TEXTS[notice.kind]
    lines = tuple(str(line) % facts for needed, line in text.lines if not needed or notice.facts.get(needed))
    title = " ".join((str(text.title) % facts).split())
    link = settings.SITE_URL + notice.link if notice.link else ""
    return Told(title, lines, str(text.act), link, str(row_of(notice.kind).reason))


def words_of(facts: dict[str, Any], zone: str) -> dict[str, str]:
    """The facts as they are written; what is missing is a dash. `due_at` becomes `due`, and so on."""
    words: dict[str, str] = defaultdict(lambda: "–")
    for name, value in facts.items():
        if name == "played_at":
            words["played"] = formats.day(dt.datetime.fromisoformat(value), zone, year=True)
        elif name.endswith("_at"):
            words[name.removesuffix("_at")] = formats.deadline(dt.datetime.fromisoformat(value), zone)
        elif name == "month":
            words[name] = formats.month(dt.date(int(value[:4]), int(value[5:]), 1))
        elif name == "verdict":
            outcome = outcome_of(VERDICTS.get(value, "cannot"))
            words["outcome"], words["meaning"] = str(outcome.word), str(outcome.meaning)
        elif name == "role":
            words[name] = str(ROLES.get(value, value))
        elif name == "round":
            words[name] = formats.round_among(value, facts.get("stage"))
        elif name in ("rank", "rank_before"):
            words[name] = formats.ordinal(value) if value else _("not ranked")
        else:
            words[name] = formats.listed(value) if isinstance(value, list) else str(value)
    return words
