"""The texts of all kinds of notices. A line stands where the fact that it needs is there; an empty need is always."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True)
class Text:
    title: Words
    lines: tuple[tuple[str, Words], ...]
    act: Words


REASON = ("reason", _("The reason given: “%(reason)s”."))
MATCH = _("Look at the match")
TOURNAMENT = _("Look at the tournament")
MONTH = _("Look at the ranking")
DESK = _("Open the desk")
ACCOUNT = _("Your account")

TEXTS: dict[str, Text] = {
    "result.entered": Text(
        _("Please confirm: %(game)s, %(played)s"),
        (
            ("", _("A result of a match in which you played was entered.")),
            ("", _("Confirm it if it is right; if it is not, say what is wrong. Until then it waits.")),
        ),
        _("Look and confirm"),
    ),
    "match.verified": Text(
        _("Verified by a log: %(game)s, %(played)s"),
        (
            ("", _("A log of a match in which you played was brought, and it agrees with the result.")),
            (
                "",
                _(
                    "It proves that the play was legal, not that you sat there. If you did not, dispute it within three days."
                ),
            ),
        ),
        MATCH,
    ),
    "upload.judged": Text(
        _("Your log: %(outcome)s"),
        (("file", _("File: %(file)s.")), ("", "%(meaning)s")),
        _("See the verification"),
    ),
    "import.done": Text(
        _("Import finished: %(league)s"),
        (("", _("Matches that are new: %(matches)s.")), ("file", _("File: %(file)s."))),
        _("See the import"),
    ),
    "match.disputed": Text(
        _("Disputed: %(game)s, %(played)s"),
        (
            ("", _("Somebody, or a file, says something else than the result of your match. It does not count now.")),
            REASON,
            ("", _("You can say what happened; somebody who keeps the league decides.")),
        ),
        MATCH,
    ),
    "match.decided": Text(
        _("Decided: %(game)s, %(played)s"),
        (("", _("The dispute about your match was decided. The result on its page counts.")), REASON),
        MATCH,
    ),
    "match.corrected": Text(
        _("Corrected: %(game)s, %(played)s"),
        (("", _("The result of your match was corrected. What was there before stays visible.")), REASON),
        MATCH,
    ),
    "match.void": Text(
        _("Struck out: %(game)s, %(played)s"),
        (("", _("Your match does not count any more.")), REASON),
        MATCH,
    ),
    "match.restored": Text(
        _("Back again: %(game)s, %(played)s"),
        (("", _("Your match, which had been struck out, is again what it was.")), REASON),
        MATCH,
    ),
    "report.answered": Text(
        _("Your report was answered: %(game)s, %(played)s"),
        (("", _("Nothing was changed in the match.")), ("reason", _("The answer: “%(reason)s”."))),
        MATCH,
    ),
    "report.followed": Text(
        _("Your report was followed: %(game)s, %(played)s"),
        (("", _("The match was changed. What was there before stays visible.")), REASON),
        MATCH,
    ),
    "problem.answered": Text(
        _("The problem that you reported was answered"),
        (("words", _("You wrote: “%(words)s”.")), ("reason", _("The answer: “%(reason)s”."))),
        _("Your reports"),
    ),
    "duplicate.merged": Text(
        _("%(other)s and %(player)s are one player now"),
        (("", _("You had said that they are one person.")), REASON),
        _("Look at the player"),
    ),
    "duplicate.apart": Text(
        _("%(other)s and %(player)s are two people"),
        (("", _("You had said that they are one person; a manager has looked into it.")),),
        _("Look at the player"),
    ),
    "round.published": Text(
        _("%(tournament)s: round %(round)s"),
        (
            ("", _("The round is published.")),
            ("table", _("You play at table %(table)s, in seat %(seat)s.")),
            ("people", _("At the table: %(people)s.")),
            ("out", _("You do not play in this round.")),
            ("due_at", _("The result must be there by %(due)s.")),
        ),
        TOURNAMENT,
    ),
    "round.withdrawn": Text(
        _("%(tournament)s: round %(round)s was taken back"),
        (("", _("Please do not begin your table; the round will be published again.")), REASON),
        TOURNAMENT,
    ),
    "tournament.message": Text(
        _("%(tournament)s: a message of the director"),
        (("", "%(words)s"),),
        TOURNAMENT,
    ),
    "tournament.finished": Text(
        _("%(tournament)s is over"), (("", _("The final classification is there.")),), TOURNAMENT
    ),
    "follow.result": Text(
        _("%(players)s: %(game)s, %(played)s"), (("", _("A result of somebody you follow counts now.")),), MATCH
    ),
    "tournament.cancelled": Text(
        _("%(tournament)s was cancelled"), (("", _("The tournament does not go on.")), REASON), TOURNAMENT
    ),
    "deadline.near": Text(
        _("%(tournament)s: your table has time until %(due)s"),
        (("", _("Round %(round)s, table %(table)s. Play the match, or enter its result.")),),
        TOURNAMENT,
    ),
    "deadline.round": Text(
        _("%(tournament)s: round %(round)s has time until %(due)s"),
        (("", _("Tables without a result so far: %(tables)s.")),),
        TOURNAMENT,
    ),
    "deadline.over": Text(
        _("%(tournament)s: table %(table)s is overdue"),
        (("", _("The result of round %(round)s had to be there by %(due)s. The director decides now.")),),
        TOURNAMENT,
    ),
    "deadline.moved": Text(
        _("%(tournament)s: round %(round)s has time until %(due)s"),
        (("", _("The director has given more time.")),),
        TOURNAMENT,
    ),
    "check_in.open": Text(
        _("%(tournament)s: say that you are there"),
        (
            ("", _("Check-in is open. Who does not check in does not play.")),
            ("due_at", _("It closes on %(due)s.")),
        ),
        _("Check in"),
    ),
    "check_in.closing": Text(
        _("%(tournament)s: check-in closes soon"),
        (("", _("You have not checked in yet.")), ("due_at", _("It closes on %(due)s."))),
        _("Check in"),
    ),
    "seat.offered": Text(
        _("%(tournament)s: there is a place for you"),
        (("", _("You were in the reserve and take part now. If you cannot, withdraw, so that the next one can.")),),
        TOURNAMENT,
    ),
    "seat.substitute": Text(
        _("%(tournament)s: you play as a substitute"),
        (("", _("Round %(round)s, table %(table)s.")), REASON, ("due_at", _("The result must be there by %(due)s."))),
        TOURNAMENT,
    ),
    "seat.free": Text(
        _("%(tournament)s: a seat is free for you"),
        (
            ("", _("Round %(round)s, table %(table)s. Somebody cannot play; you are the next in reserve.")),
            ("until_at", _("Take it or decline by %(until)s; then the next one is asked.")),
            ("due_at", _("The result must be there by %(due)s.")),
        ),
        TOURNAMENT,
    ),
    "seat.left": Text(
        _("%(tournament)s: nobody takes the free seat at table %(table)s"),
        (("", _("Round %(round)s. Nobody else in reserve can be asked in time.")),),
        TOURNAMENT,
    ),
    "seat.absent": Text(
        _("%(tournament)s: somebody did not come to table %(table)s"),
        (("", _("It was reported in round %(round)s. The director decides what follows.")),),
        TOURNAMENT,
    ),
    "table.asked": Text(
        _("%(tournament)s: an arbiter is asked about table %(table)s"),
        (("", _("Round %(round)s. A director asks you to decide how this table ends.")),),
        _("Look at the table"),
    ),
    "draft.stuck": Text(
        _("%(tournament)s: round %(round)s could not be published"),
        (("", _("It was to be published by itself, but its draft must be put right first. Look at it on the desk.")),),
        TOURNAMENT,
    ),
    "date.proposed": Text(
        _("%(tournament)s: a date is proposed for table %(table)s"),
        (("when_at", _("Proposed: %(when)s. Say whether you can.")),),
        TOURNAMENT,
    ),
    "date.agreed": Text(
        _("%(tournament)s: table %(table)s has a date"),
        (("when_at", _("All of the table can: %(when)s.")),),
        TOURNAMENT,
    ),
    "date.opened": Text(
        _("%(tournament)s: the date of table %(table)s does not hold"),
        (("when_at", _("Somebody cannot any more: %(when)s.")),),
        TOURNAMENT,
    ),
    "month.closing": Text(
        _("%(league)s: %(month)s closes soon"),
        (
            ("", _("Results are taken until %(due)s.")),
            ("waiting", _("Matches that you still have to confirm: %(waiting)s.")),
        ),
        _("What waits for you"),
    ),
    "month.closed": Text(
        _("%(league)s: %(month)s is closed"),
        (
            ("", _("The ranking is final.")),
            ("rank", _("Your rank: %(rank)s.")),
            ("text", "%(text)s"),
        ),
        MONTH,
    ),
    "month.revised": Text(
        _("%(league)s: %(month)s, revision %(revision)s"),
        (("", _("The closed month was revised.")), REASON, ("text", "%(text)s")),
        MONTH,
    ),
    "rank.changed": Text(
        _("%(league)s, %(month)s: your rank changed"),
        (("", _("Revision %(revision)s: your rank is %(rank)s now; it was %(rank_before)s.")), REASON),
        _("What changed"),
    ),
    "claim.contested": Text(
        _("Somebody says that he is %(player)s"),
        (("", _("Your account has this player. A manager looks into it; if the other is right, tell a manager.")),),
        _("See the claim"),
    ),
    "claim.accepted": Text(
        _("You are %(player)s here"),
        (("", _("Your claim was accepted. Matches of this player are yours to confirm now.")),),
        _("Your page"),
    ),
    "claim.declined": Text(
        _("Your claim was declined: %(player)s"), (("", _("You are not this player here.")), REASON), ACCOUNT
    ),
    "claim.ended": Text(
        _("You are not %(player)s any more"),
        (("", _("Another account was accepted as this player. If that is wrong, write to a manager.")),),
        ACCOUNT,
    ),
    "player.merged": Text(
        _("Two players are one: %(player)s"),
        (("", _("What was recorded for %(other)s belongs to %(player)s now.")), REASON),
        _("Look at the player"),
    ),
    "player.unmerged": Text(
        _("Two players again: %(player)s and %(other)s"),
        (("", _("The merge was taken back; each has again what was recorded for him.")), REASON),
        _("Look at the player"),
    ),
    "player.renamed": Text(
        _("You are called %(player)s here now"),
        (("", _("A manager changed the name. You are still found under the old one.")),),
        _("Your page"),
    ),
    "queue.item": Text(_("New on the desk: %(item)s"), (("words", "%(words)s"),), DESK),
    "queue.old": Text(
        _("Waits for two days: %(item)s"), (("", _("Nobody has dealt with it yet. Somebody waits for it.")),), DESK
    ),
    "month.grace": Text(
        _("%(league)s: %(month)s is over"),
        (("", _("Results are taken until %(due)s. Then the month can be closed.")),),
        _("See the checklist"),
    ),
    "month.waits": Text(
        _("%(league)s: %(month)s can be closed"),
        (("", _("The days of grace ended on %(due)s. The ranking stays provisional until you close the month.")),),
        _("See the checklist"),
    ),
    "publication.failed": Text(
        _("Not published: %(league)s, %(target)s"),
        (("", _("It was tried several times and given up. Nothing is lost; the page says what to mend.")),),
        _("See what failed"),
    ),
    "webhook.paused": Text(
        _("Webhook paused: %(address)s"),
        (
            (
                "",
                _(
                    "Nothing has arrived there for three days, so nothing is sent any more until somebody lets it go on."
                ),
            ),
        ),
        _("See what failed"),
    ),
    "worker.silent": Text(
        _("The worker is silent"),
        (("", _("Work has waited since %(since)s. Logs are not judged and messages not sent until it runs again.")),),
        DESK,
    ),
    "backup.old": Text(
        _("The last backup is older than two days"),
        (("since_at", _("It was made on %(since)s.")), ("", _("Whoever keeps the server should look at it."))),
        DESK,
    ),
    "backup.failed": Text(
        _("The backup of the night failed, or does not come back"),
        (("", "%(words)s"), ("", _("Whoever keeps the server should look at it."))),
        DESK,
    ),
    "login.new": Text(
        _("New log-in to your account"),
        (
            ("", _("From a device that was not seen before: %(device)s, on %(since)s.")),
            ("", _("If it was not you, change your password.")),
        ),
        ACCOUNT,
    ),
    "token.made": Text(
        _("A token was made for your account: %(token)s"),
        (("", _("Programs can act for you with it. If it was not you, revoke it and change your password.")),),
        ACCOUNT,
    ),
    "token.revoked": Text(
        _("An admin revoked a token of your account: %(token)s"),
        (("", _("It works no more. Ask the admin why before you make another.")),),
        ACCOUNT,
    ),
    "role.granted": Text(
        _("You are %(role)s now: %(where)s"),
        (
            (
                "",
                _("You see the desk, and what you may do there."),
            ),
        ),
        DESK,
    ),
    "role.taken": Text(
        _("You are not %(role)s any more: %(where)s"), (("", _("What you did in this role stays.")), REASON), ACCOUNT
    ),
    "address.off": Text(
        _("We cannot reach you: %(channel)s"),
        (("", _("Messages came back again and again, so nothing is sent there any more. Check the address.")),),
        _("Where you are reached"),
    ),
}
