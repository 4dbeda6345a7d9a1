"""What people are told: the kinds of notices, by the rows of the table that everybody can set for himself.

A row says on which channels its kinds go by default, may go if somebody wishes, or never go. The texts of the kinds
are above, where they are shown (`ladder.notices.texts`).
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SITE, MAIL, TELEGRAM, DISCORD = CHANNELS = ("site", "mail", "telegram", "discord")
CHATS = (TELEGRAM, DISCORD)
SENT = (MAIL, *CHATS)
"""Channels that lead out of the site."""
PUBLIC, MANAGERS = GROUPS = ("public", "managers")
"""Chats of many: everybody's, and that of those who keep the leagues."""
ON, OPT, NEVER = "on", "opt", "never"


@dataclass(frozen=True)
class Row:
    """One line of the table. `mail` and `chat` are `ON`, `OPT` or `NEVER`; in the site everything is on by default.

    `group`: the chat of many that hears of it, too. `urgent`: waits for no digest. `daily`: by mail once a day at most.
    """

    title: str | Promise
    reason: str | Promise
    mail: str = ON
    chat: str = OPT
    group: str = ""
    urgent: bool = False
    daily: bool = False

    def default(self, channel: str) -> str:
        """`ON`, `OPT` or `NEVER` for a channel."""
        if channel == SITE:
            return ON
        return self.mail if channel == MAIL else self.chat


ROWS: dict[str, Row] = {
    "confirm": Row(_("A result with me was entered"), _("You played in this match.")),
    "upload": Row(_("Outcome of what I uploaded"), _("You brought this file."), mail=OPT),
    "match": Row(
        _("My match is disputed, decided, corrected or void, or a result is said about it"),
        _("You played in this match, or reported on it."),
    ),
    "round": Row(
        _("A round is published, the tournament ends, or the director writes"),
        _("You take part in this tournament, or follow it."),
        group=PUBLIC,
    ),
    "deadline": Row(_("A deadline is near or past"), _("You play at this table, or direct it."), urgent=True),
    "check_in": Row(_("Check-in opens or closes"), _("You entered this tournament."), group=PUBLIC),
    "seat": Row(_("A place or a seat for me"), _("You entered this tournament, or its reserve."), urgent=True),
    "closing": Row(
        _("A month is about to close, and I have results to confirm"),
        _("You played in matches of this month."),
        mail=OPT,
        chat=NEVER,
        group=PUBLIC,
    ),
    "month": Row(
        _("A month was closed or revised"),
        _("You are in this ranking, follow the league, or keep it."),
        mail=OPT,
        chat=NEVER,
        group=PUBLIC,
    ),
    "rank": Row(_("A revision changed my rank"), _("You are in this ranking.")),
    "follow": Row(_("A result of somebody I follow"), _("You follow somebody who played."), mail=OPT),
    "person": Row(_("Claims, merges and names about me"), _("It is about who you are here."), chat=NEVER),
    "queue": Row(
        _("Something new on my desk, or waiting there for two days"),
        _("You keep a league."),
        chat=NEVER,
        group=MANAGERS,
        daily=True,
    ),
    "trouble": Row(
        _("A publication, a webhook, the worker or the backup failed"),
        _("You keep a league or this site."),
        group=MANAGERS,
    ),
    "answer": Row(_("A problem, or two names of one person, that I reported"), _("You reported this."), mail=OPT),
    "account": Row(
        _("New log-in, token made, role granted"), _("It is about the safety of your account."), chat=NEVER, urgent=True
    ),
}
"""The rows of the table of notices, in its order."""

KINDS: dict[str, str] = {
    "result.entered": "confirm",
    "match.verified": "confirm",
    "upload.judged": "upload",
    "import.done": "upload",
    "match.disputed": "match",
    "match.decided": "match",
    "match.corrected": "match",
    "match.void": "match",
    "match.restored": "match",
    "report.answered": "match",
    "report.followed": "match",
    "problem.answered": "answer",
    "duplicate.merged": "answer",
    "duplicate.apart": "answer",
    "round.published": "round",
    "round.withdrawn": "round",
    "tournament.message": "round",
    "tournament.finished": "round",
    "tournament.cancelled": "round",
    "deadline.near": "deadline",
    "deadline.round": "deadline",
    "deadline.over": "deadline",
    "deadline.moved": "deadline",
    "check_in.open": "check_in",
    "check_in.closing": "check_in",
    "seat.offered": "seat",
    "seat.substitute": "seat",
    "seat.free": "seat",
    "seat.left": "deadline",
    "seat.absent": "deadline",
    "table.asked": "deadline",
    "draft.stuck": "deadline",
    "date.proposed": "deadline",
    "date.agreed": "deadline",
    "date.opened": "deadline",
    "month.closing": "closing",
    "month.closed": "month",
    "month.revised": "month",
    "rank.changed": "rank",
    "follow.result": "follow",
    "claim.contested": "person",
    "claim.accepted": "person",
    "claim.declined": "person",
    "claim.ended": "person",
    "player.merged": "person",
    "player.unmerged": "person",
    "player.renamed": "person",
    "queue.item": "queue",
    "queue.old": "queue",
    "month.grace": "queue",
    "month.waits": "queue",
    "publication.failed": "trouble",
    "webhook.paused": "trouble",
    "worker.silent": "trouble",
    "backup.old": "trouble",
    "backup.failed": "trouble",
    "login.new": "account",
    "token.made": "account",
    "token.revoked": "account",
    "role.granted": "account",
    "role.taken": "account",
    "address.off": "account",
}
"""The row of each kind."""


def row_of(kind: str) -> Row:
    return ROWS[KINDS[kind]]


def choice_key(row: str, channel: str) -> str:
    """Under which name somebody's wish for a row and a channel is kept."""
    return f"{row}-{channel}"
