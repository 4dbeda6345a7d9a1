"""What a reader has already is not sent again: the ETag of an answer, and 304 for who sends it back in If-None-Match."""

import hashlib
from typing import Any

from django.http import HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags

KEPT = ("Cache-Control", "ETag", "Vary", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")


def fresh(request: Any, response: HttpResponse) -> HttpResponse:
    """The answer to a reading request, or 304.

    Its ETag names the version of the thing, where it has one, and the bytes: what stands beside a thing (a name, a rank)
    changes without its version. If-Match looks at the version alone.
    """
    if hasattr(response, "render"):
        response = response.render()
    if request.method not in ("GET", "HEAD") or response.status_code != 200:
        return response
    digest = hashlib.sha256(response.content).hexdigest()[:16]
    version = response.headers.get("ETag", "").strip('"')
    response["ETag"] = f'"{version}-{digest}"' if version else f'"{digest}"'
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if "*" not in known and response["ETag"] not in [tag.removeprefix("W/") for tag in known]:
        return response
    same = HttpResponseNotModified()
    for name in KEPT:
        if name in response:
            same[name] = response[name]
    return same
