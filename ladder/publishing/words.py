"""What a problem with a target is called on a page, and what to do about it."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

PROBLEMS: dict[str, str | Promise] = {
    "password": gettext_lazy("The server does not accept this user and password (or key). Type them again."),
    "host_key": gettext_lazy("The server shows a key that nobody confirmed. Compare it below, then confirm it."),
    "certificate": gettext_lazy(
        "The server shows a certificate that no authority vouches for and nobody confirmed. Compare it below, then "
        "confirm it."
    ),
    "no_room": gettext_lazy("There is no room left at the target. Make some, then try again."),
    "refused": gettext_lazy("The server refused this step. Look at the folder and at who may write there."),
    "folder": gettext_lazy("There is no such folder or bucket, or it may not be used."),
    "secret_lost": gettext_lazy(
        "The stored password cannot be opened any more: the server’s key changed. Type it again."
    ),
    "not_installed": gettext_lazy("S3 needs the package boto3, which the keeper of this server has not installed."),
    "address": gettext_lazy("This address is not public. The keeper of this server can allow it (OUTGOING_ALLOW)."),
    "port": gettext_lazy("This port is not allowed. The keeper of this server can allow it (OUTGOING_PORTS)."),
    "scheme": gettext_lazy("The address must begin with https:// (or http://)."),
    "name": gettext_lazy("No server of this name is found. Look at its spelling."),
    "time": gettext_lazy("The server took too long to answer."),
    "connection": gettext_lazy("The connection broke or was not accepted."),
    "tls": gettext_lazy("No encrypted connection came about: the server’s certificate is not in order."),
    "size": gettext_lazy("The file that arrived has another size than the one that was sent."),
    "lost": gettext_lazy("The sending was cut off on our side each time."),
    "fault": gettext_lazy("It failed through a fault of ours, which is in the log of the server."),
}
OURS = frozenset(
    {
        "address",
        "port",
        "scheme",
        "name",
        "not_installed",
        "secret_lost",
        "lost",
        "fault",
        "host_key",
        "certificate",
        "size",
    }
)
"""Problems about which the server said nothing."""
CAUSES: dict[str, str | Promise] = {
    "close": gettext_lazy("month closed"),
    "revision": gettext_lazy("month revised"),
    "hand": gettext_lazy("by hand"),
    "month": gettext_lazy("one month, by hand"),
    "hourly": gettext_lazy("hourly"),
    "rollback": gettext_lazy("back to the previous copy"),
}
STEPS: dict[str, str | Promise] = {
    "connect": gettext_lazy("connecting"),
    "upload": gettext_lazy("uploading"),
    "remove": gettext_lazy("removing what is gone"),
}


def problem_words(problem: dict[str, Any]) -> str:
    """One or two sentences: the step with its file, what it means, and the server's own words."""
    if not problem:
        return ""
    said = str(PROBLEMS.get(problem.get("code", ""), problem.get("code", "")))
    step = STEPS.get(problem.get("step", ""))
    if step:
        where = f"{step}: {problem['path']}" if problem.get("path") else str(step)
        said = _("While %(step)s. %(problem)s") % {"step": where, "problem": said}
    if problem.get("words") and problem.get("code") not in OURS:
        said = _("%(said)s The server said: “%(words)s”.") % {"said": said, "words": problem["words"]}
    return said
