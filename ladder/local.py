"""Addresses to go on to, as somebody sent them: those of this site only."""

from django.utils.http import url_has_allowed_host_and_scheme


def is_local(path: str | None) -> bool:
    """Whether this is a path here: no other host or scheme, no control character, nothing that a browser reads as either."""
    return bool(
        path
        and path.startswith("/")
        and path.isprintable()
        and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    )
