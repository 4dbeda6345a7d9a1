"""Why something about a person was not done, and what speaks for two players being one, in sentences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.services.errors import PersonRefused

REFUSED: dict[str, str | Promise] = {
    "same_player": gettext_lazy("These are one player already."),
    "merged": gettext_lazy("%(name)s was merged into another player meanwhile. Look at the page again."),
    "anonymised": gettext_lazy("The name of %(name)s was removed for good, so nothing can be said about the person."),
    "together": gettext_lazy(
        "Both sat at one match (%(matches)s), so they are two people. If somebody else sat there, mend that match first."
    ),
    "two_ids": gettext_lazy(
        "Both have an id of their own on one platform (%(platforms)s). If it is one person with two accounts, tick that."
    ),
    "two_entrants": gettext_lazy(
        "Both entered a tournament (%(tournaments)s). If they may stay two lines there, tick that; else let one of them"
        " withdraw first."
    ),
    "changed": gettext_lazy("Something changed since you opened the page. Nothing was done; look at it as it is now."),
    "undone": gettext_lazy("This merge was taken back already."),
    "known": gettext_lazy("Somebody called %(name)s is here already. If it is you, say so; else take another name."),
    "has_player": gettext_lazy("Only somebody who is a player here can vouch. Claim your own player first."),
    "is_mine": gettext_lazy("You are this player already."),
    "state": gettext_lazy("This was decided meanwhile."),
    "own": gettext_lazy("Nobody vouches for himself."),
    "not_met": gettext_lazy(
        "You did not sit at a table with this player in the last %(days)s days; somebody who did has to vouch."
    ),
    "contested": gettext_lazy("Two accounts say that they are this player, so a manager has to decide."),
    "name_missing": gettext_lazy("A name is missing."),
    "name_too_long": gettext_lazy("The name has more than %(most)s characters."),
    "taken": gettext_lazy("This id is that of %(name)s. If both are one person, merge them."),
    "platform": gettext_lazy("A platform is written like “bga”, an id with letters, digits, dots and dashes."),
    "last_admin": gettext_lazy("You are the last admin of the site. Make somebody else admin first."),
    "last_manager": gettext_lazy("You are the last manager of %(league)s. Make somebody else manager first."),
    "asked": gettext_lazy("That was asked for already."),
    "reason_missing": gettext_lazy("A reason is missing."),
    "reason_too_long": gettext_lazy("The reason has more than %(most)s characters."),
}

REASONS: dict[str, str | Promise] = {
    "same_name": gettext_lazy("the same name"),
    "punctuation": gettext_lazy("the same name but for punctuation"),
    "digits": gettext_lazy("the same name but for digits at the end"),
    "one_edit": gettext_lazy("names one letter apart"),
    "claims": gettext_lazy("one account says that it is both"),
    "reported": gettext_lazy("somebody reported it"),
    "never_met": gettext_lazy("they never sat at one table"),
    "other_times": gettext_lazy("one stopped before the other began"),
}


def refused(problem: PersonRefused) -> str:
    """The sentence for a refusal."""
    facts = {
        name: ", ".join(map(str, fact)) if isinstance(fact, list) else fact for name, fact in problem.facts.items()
    }
    return str(REFUSED[problem.code]) % facts
