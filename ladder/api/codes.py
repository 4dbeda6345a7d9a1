"""Every code that a problem document may bear. A code keeps its meaning for ever, and none comes back with another one."""

from django.utils.functional import Promise

from ladder.api.problems import FORBIDDEN, status_of
from ladder.director.sentences import REFUSALS
from ladder.people_words import REFUSED as PERSON
from ladder.views.refusals import CANNOT_BE, NOT_ALLOWED
from ladder.views.webhooks import REFUSED as WEBHOOK

OWN: dict[str, tuple[int, str]] = {
    "request.malformed": (400, "The request cannot be read: no JSON, a header of another form."),
    "request.method": (405, "The address takes other methods; Allow names them."),
    "request.accept": (406, "The answer is JSON, and Accept leaves it out."),
    "request.refused": (400, "Anything else that is wrong with the request itself."),
    "request.too_large": (413, "The body is longer than the limit."),
    "request.media_type": (415, "The body is in no form that is read here."),
    "auth.missing": (401, "No token was sent, and one is needed."),
    "auth.token": (401, "The token is unknown, was revoked, or its account is closed."),
    "auth.scope": (403, "The token has not the scope that this needs; facts name it."),
    "auth.forbidden": (403, "The account may not do this here."),
    "not_found": (404, "Nothing is there, or it is not for you to see."),
    "gone": (410, "The person behind the address wished to be forgotten."),
    "invalid": (422, "Some fields cannot be used; facts.fields says which, and why."),
    "cursor": (422, "The cursor is none of this list."),
    "version.missing": (428, "If-Match is missing."),
    "version.changed": (412, "It was changed since you read it; facts.version and ETag are the present version."),
    "key": (422, "The Idempotency-Key has another form."),
    "key.reused": (422, "The Idempotency-Key came before with another request."),
    "key.running": (409, "What came under the Idempotency-Key before is not over; Retry-After says when to ask again."),
    "busy": (503, "The database was too busy, or is away; nothing was done. Retry-After says when to come again."),
    "too_many": (429, "Too many requests; Retry-After says when to come again."),
    "storage.full": (507, "There is no room for further files."),
    "failed": (500, "Our fault; facts.reference names it."),
    "player.unknown": (422, "Nobody is meant by this name or address; facts.near offers near ones."),
    "player.ambiguous": (422, "Several players bear the name; facts.near names them."),
    "player.missing": (409, "The account is no player yet."),
    "match.maybe_here": (409, "The same people have a match at about that time; facts.match is it. Say `about`."),
    "match.too_late": (409, "A log verified the match too long ago for a dispute."),
    "result.people": (422, "Other people sat at that match."),
    "tournament.people": (409, "Not just the people of the table, or of the round, are named."),
    "tournament.table_size": (409, "Tables are too long or too short."),
    "problems.too_many": (409, "As many of your reports wait for an answer as may."),
    "follows.too_many": (409, "The account follows as much as one can."),
    "queue.taken": (409, "Somebody else took the item; facts.by names him."),
    "role.last_manager": (409, "A league keeps one manager at least."),
    "rules.unchanged": (409, "The rules are these already."),
    "target.no_copy_before": (409, "No other copy was brought there."),
    "month.grace_over": (409, "The days of grace are over."),
    "month.grace_until": (409, "The grace cannot last until then."),
    "month.not_over": (409, "The month goes on."),
    "month.closed": (409, "The month is closed already."),
    "month.open": (409, "The month is not closed yet."),
    "month.blocked": (409, "Something must be settled first; facts.checks says what."),
    "month.warnings": (409, "There are warnings that nobody says to have seen (`warned`)."),
    "month.nothing_pending": (409, "What was published agrees with the results."),
    "month.elsewhere": (409, "The match did not end in this month."),
    "month.reason_missing": (422, "A reason is missing."),
    "month.reason_too_long": (422, "The reason is too long."),
}

OF_FORMATS = {
    "entrants": "The stage is not for that number of people.",
    "already_decided": "That place is decided already.",
    "not_decided": "There is no result to be changed.",
    "results_fall": "Later results would fall with it.",
    "unknown_match": "The bracket has no such place.",
    "not_ready": "Its people are not known yet.",
    "other_people": "Others sit there.",
    "winner": "Nobody is named who won, and it is no forfeit.",
    "wins": "So many games do not end the match.",
    "qualifiers": "So many cannot go on.",
    "out_already": "Somebody of them is out already.",
}
"""Refusals of formats that the acts of the desk mostly come before."""


def codes() -> dict[str, tuple[int, str | Promise]]:
    """Status and meaning by code, in the order of the codes."""
    found: dict[str, tuple[int, str | Promise]] = dict(OWN)
    found |= {f"result.{code}": (422, text) for code, text in CANNOT_BE.items()}
    found |= {f"match.{code}": (403 if code in FORBIDDEN else 409, text) for code, text in NOT_ALLOWED.items()}
    found |= {f"person.{code}": (status_of(code), text) for code, text in PERSON.items() if code != "changed"}
    found |= {f"tournament.{code}": (status_of(code), text) for code, text in REFUSALS.items()}
    found |= {f"tournament.format.{code}": (409, text) for code, text in OF_FORMATS.items()}
    found |= {f"webhook.{code}": (409, text) for code, text in WEBHOOK.items()}
    return dict(sorted(found.items()))
