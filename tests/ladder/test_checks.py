"""Start is refused on each unsafe setting, and on none of the safe ones."""

import os
import subprocess
import sys

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

from ladder.checks import has_known_holes, refuse_unsafe_start

REST = {"DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"]}
SAFE = {
    "DEBUG": False,
    "SECRET_KEY": "fifty characters or more, none of them to be guessed ±",
    "ALLOWED_HOSTS": ["torre.example"],
    "SITE_URL": "https://torre.example",
    "HTTPS": True,
    "SECURE_HSTS_SECONDS": 3600,
    "SECURE_SSL_REDIRECT": True,
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
}


@pytest.fixture
def safe(settings, redis_url, monkeypatch):
    monkeypatch.delenv("DJANGO_ALLOW_ASYNC_UNSAFE", raising=False)  # left by tests in a browser
    for name, value in (SAFE | {"REDIS_URL": redis_url}).items():
        setattr(settings, name, value)
    return settings


def ids() -> set[str]:
    return {message.id for message in run_checks(include_deployment_checks=True) if not message.is_silenced()}


def test_safe_settings_leave_nothing_to_say(safe):
    assert ids() == set()
    refuse_unsafe_start()


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("DEBUG", True, "ladder.E001"),
        ("SECRET_KEY", "insecure: only for commands that serve nobody", "ladder.E002"),
        ("SECRET_KEY", "short", "ladder.E002"),
        ("SECRET_KEY", "ab" * 40, "ladder.E002"),
        ("ALLOWED_HOSTS", ["*"], "ladder.E003"),
        ("ALLOWED_HOSTS", [".example"], "ladder.E003"),
        ("ALLOWED_HOSTS", [], "ladder.E003"),
        ("REST_FRAMEWORK", {}, "ladder.E004"),
        (
            "REST_FRAMEWORK",
            {"DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"]},
            "ladder.E004",
        ),
        (
            "REST_FRAMEWORK",
            {**REST, "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.BrowsableAPIRenderer"]},
            "ladder.E008",
        ),
        ("CELERY_ACCEPT_CONTENT", ["json", "pickle"], "ladder.E005"),
        ("CELERY_TASK_SERIALIZER", "pickle", "ladder.E005"),
        ("SESSION_SERIALIZER", "django.contrib.sessions.serializers.PickleSerializer", "ladder.E005"),
        ("HTTPS", False, "ladder.E006"),
    ],
)
def test_start_is_refused(safe, name, value, code):
    setattr(safe, name, value)
    assert code in ids()
    with pytest.raises(ImproperlyConfigured, match=code):
        refuse_unsafe_start()


def test_plain_http_is_for_loopback(safe):
    safe.HTTPS = False
    safe.SITE_URL = "http://127.0.0.1:8000"
    safe.ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
    refuse_unsafe_start()


def test_start_is_refused_on_a_redis_that_evicts(safe, redis_client):
    redis_client.config_set("maxmemory-policy", "allkeys-lru")
    with pytest.raises(ImproperlyConfigured, match=r"ladder\.E007"):
        refuse_unsafe_start()


def test_a_redis_that_is_away_does_not_hinder_the_start(safe):
    safe.REDIS_URL = "redis://127.0.0.1:1/0"
    assert ids() == {"ladder.W002"}
    refuse_unsafe_start()


def test_a_server_with_known_holes_is_warned_of() -> None:
    for told, holes in (
        ({"redis_version": "7.2.10"}, True),
        ({"redis_version": "7.2.11"}, False),
        ({"redis_version": "6.2.7"}, True),
        ({"redis_version": "8.4.0"}, False),
        ({"redis_version": "7.2.4", "valkey_version": "8.1.3"}, True),
        ({"redis_version": "7.2.4", "valkey_version": "9.0.0"}, False),
    ):
        assert has_known_holes(told) is holes, told


@pytest.mark.parametrize(
    "command",
    [
        ["gunicorn", "-c", "python:ladder.gunicorn", "--check-config", "ladder.wsgi"],
        ["celery", "-A", "ladder", "worker"],
        ["celery", "-A", "ladder", "beat", "-s", "{folder}/schedule"],
    ],
    ids=["web", "worker", "beat"],
)
def test_processes_end_at_once_on_unsafe_settings(command, tmp_path):
    env = {"PATH": os.environ["PATH"], "DEBUG": "1", "DATA_DIR": str(tmp_path), "REDIS_URL": "redis://127.0.0.1:1/0"}
    done = subprocess.run(
        [sys.executable, "-m", *(part.format(folder=tmp_path) for part in command)],
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode != 0
    assert "ladder.E001" in done.stderr
    assert "ladder.E002" in done.stderr


def test_the_whole_from_one_folder_says_why_it_does_not_start(tmp_path):
    env = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "ladder.settings", "DATA_DIR": str(tmp_path)}
    unsafe = {"DEBUG": "1", "SECRET_KEY": "short", "REDIS_URL": "redis://127.0.0.1:1/0"}
    command = [sys.executable, "-m", "django", "serve", "--no-demo"]
    done = subprocess.run(command, env=env | unsafe, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "Start refused:\nladder.E001 DEBUG is on" in done.stderr
    assert "ladder.E002" in done.stderr
    assert not (tmp_path / "classifica.sqlite3").exists()
