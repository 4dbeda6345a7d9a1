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
    except redis.RedisError:
        return False
