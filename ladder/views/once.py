"""Forms that are carried out once, however often they are sent."""

from collections.abc import Callable

from django.http import HttpRequest

from games.services.once import Answer, once


def once_sent(request: HttpRequest, key: str, act: Callable[[], Answer]) -> Answer:
    """Do `act`, or give the answer that this form got before. A form without a key is carried out each time.

    Raises `KeyReused`, and whatever `act` raises.
    """
    return once(request.user, key, body_of(request), act) if key else act()


def body_of(request: HttpRequest) -> bytes:
    """What was sent, and where to."""
    fields = [(name, *values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"]
    return repr((request.path, sorted(fields))).encode()
