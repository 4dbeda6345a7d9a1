"""Checks of settings that must not serve anybody. `manage.py check --deploy` shows them; web, worker and beat refuse
to start on an error."""

import importlib.util
import ipaddress
from typing import Any
from urllib.parse import urlsplit

import redis
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register, run_checks
from django.core.exceptions import ImproperlyConfigured

OPEN_TO_ALL = "rest_framework.permissions.AllowAny"
LEAST_KEY_LENGTH = 50
LEAST_TOKEN_LENGTH = 20
SAFE_FROM = {
    "redis": {(7, 2): 11, (7, 4): 6, (8, 0): 4, (8, 2): 2},
    "valkey": {(7, 2): 11, (8, 0): 6, (8, 1): 4},
}
"""The first patch of each series without the holes of October 2025 in its scripts (CVE-2025-49844 and its like)."""


def refuse_unsafe_start() -> None:
    """Raise ImproperlyConfigured, with every reason, when the settings are not fit to serve."""
    errors = [
        message
        for message in run_checks(include_deployment_checks=True)
        if message.is_serious() and not message.is_silenced()
    ]
    if errors:
        raise ImproperlyConfigured("Start refused:\n" + "\n".join(f"{error.id} {error.msg}" for error in errors))


@register(Tags.security, deploy=True)
def check_debug(**_: Any) -> list[CheckMessage]:
    return [Error("DEBUG is on: errors would show code and settings.", id="ladder.E001")] if settings.DEBUG else []


@register(Tags.security, deploy=True)
def check_secret_key(**_: Any) -> list[CheckMessage]:
    key = settings.SECRET_KEY
    if key == settings.INSECURE_SECRET_KEY or len(key) < LEAST_KEY_LENGTH or len(set(key)) < 5:
        hint = f"Set SECRET_KEY to {LEAST_KEY_LENGTH} random characters or more."
        return [Error("SECRET_KEY is the default or easy to guess.", hint=hint, id="ladder.E002")]
    return []


@register(Tags.security, deploy=True)
def check_hosts(**_: Any) -> list[CheckMessage]:
    """A host of `*`, of a whole domain, or none at all, lets a visitor choose the address that letters lead to."""
    if not settings.ALLOWED_HOSTS or any(not host or host[0] in "*." for host in settings.ALLOWED_HOSTS):
        return [Error("ALLOWED_HOSTS must name each host in full.", id="ladder.E003")]
    return []


@register(Tags.security, deploy=True)
def check_api_default(**_: Any) -> list[CheckMessage]:
    classes = settings.REST_FRAMEWORK.get("DEFAULT_PERMISSION_CLASSES", [OPEN_TO_ALL])
    if not classes or OPEN_TO_ALL in classes:
        return [Error("The API is open to everybody by default.", id="ladder.E004")]
    return []


@register(Tags.security, deploy=True)
def check_api_answers(**_: Any) -> list[CheckMessage]:
    """An API that can be browsed draws forms and pages of its own, past our headers and limits."""
    if any("Browsable" in name for name in settings.REST_FRAMEWORK.get("DEFAULT_RENDERER_CLASSES", ["Browsable"])):
        return [Error("The API answers with pages of its own.", id="ladder.E008")]
    return []


@register(Tags.security, deploy=True)
def check_metrics_token(**_: Any) -> list[CheckMessage]:
    if 0 < len(settings.METRICS_TOKEN) < LEAST_TOKEN_LENGTH:
        hint = f"Set METRICS_TOKEN to {LEAST_TOKEN_LENGTH} random characters or more."
        return [checks.Warning("METRICS_TOKEN is easy to guess.", hint=hint, id="ladder.W004")]
    return []


@register(Tags.security, deploy=True)
def check_storage(**_: Any) -> list[CheckMessage]:
    if settings.STORAGE_URL.startswith("s3") and not importlib.util.find_spec("boto3"):
        return [Error("STORAGE_URL names a bucket, and boto3 is not installed.", id="ladder.E009")]
    return []


@register(Tags.security, deploy=True)
def check_pickle(**_: Any) -> list[CheckMessage]:
    """A pickle from the broker or the session store runs code."""
    accepted = {*settings.CELERY_ACCEPT_CONTENT, settings.CELERY_TASK_SERIALIZER}
    if accepted != {"json"} or "Pickle" in settings.SESSION_SERIALIZER:
        return [Error("Tasks and sessions must be JSON, nothing else.", id="ladder.E005")]
    return []


@register(Tags.security, deploy=True)
def check_plain_http(**_: Any) -> list[CheckMessage]:
    if settings.HTTPS or all(
        is_loopback(host) for host in (urlsplit(settings.SITE_URL).hostname, *settings.ALLOWED_HOSTS)
    ):
        return []
    return [Error("Plain http is for loopback only: set SITE_URL to an https address.", id="ladder.E006")]


@register(Tags.security, deploy=True)
def check_redis_keeps_all(**_: Any) -> list[CheckMessage]:
    """A Redis that evicts would drop waiting tasks. One that does not answer may be started later."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as client:
            server: dict[str, Any] = client.info("server")
            policy = client.config_get("maxmemory-policy").get("maxmemory-policy")
    except redis.ResponseError:
        return [checks.Warning("Redis does not tell its maxmemory-policy: it must be noeviction.", id="ladder.W001")]
    except redis.RedisError as error:
        return [checks.Warning(f"Redis does not answer: {error}", id="ladder.W002")]
    if policy != "noeviction":
        return [Error(f"Redis may drop waiting tasks: maxmemory-policy is {policy}, not noeviction.", id="ladder.E007")]
    if has_known_holes(server):
        return [
            checks.Warning("Redis or Valkey has known grave holes: install the newest of its series.", id="ladder.W003")
        ]
    return []


def has_known_holes(server: dict[str, Any]) -> bool:
    """Whether a server, by what it tells of itself, lacks what closed its last grave holes. A newer series has it."""
    kind = "valkey" if "valkey_version" in server else "redis"
    major, minor, patch = (int(number) for number in [*str(server[f"{kind}_version"]).split("."), "0", "0"][:3])
    safe = SAFE_FROM[kind]
    return (major, minor) <= max(safe) and patch < safe.get((major, minor), patch + 1)


def is_loopback(host: str | None) -> bool:
    try:
        return ipaddress.ip_address((host or "").strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
