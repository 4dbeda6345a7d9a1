"""Redis, as the bell of the queue: whether it is there."""

import redis
from django.conf import settings

from games import limits


def broker_answers() -> bool:
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=limits.BELL_SECONDS, socket_timeout=limits.BELL_SECONDS
        ) as client:
            return bool(client.ping())
    except Exception:  # whatever it is that answers there, it is no broker of use
        return False
