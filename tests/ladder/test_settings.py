"""What the environment turns into settings, and what every answer carries."""

import json
import logging
import os
import re
import socket
import subprocess
import sys

import pytest
import structlog
from django.conf import settings as site_settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client

from games import limits
from ladder import logs
from ladder.environment import ports
from ladder.settings import database
from tests.factories import a_user
from tests.services.processes import ROOT


def settings_of(**env: str) -> dict[str, object]:
    """Some settings as a new process sees them in this environment."""
    names = "SESSION_COOKIE_NAME CSRF_COOKIE_NAME SESSION_COOKIE_SECURE SECURE_SSL_REDIRECT ALLOWED_HOSTS CELERY_BROKER_URL SECRET_KEY"
    program = f"import json; from ladder import settings; print(json.dumps({{n: getattr(settings, n) for n in '{names}'.split()}}))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PATH": os.environ["PATH"], **env},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_an_https_site_has_host_cookies_sent_over_https_only():
    values = settings_of(SITE_URL="https://torre.example")
    assert values["SESSION_COOKIE_NAME"] == "__Host-session"
    assert values["CSRF_COOKIE_NAME"] == "__Host-csrf"
    assert values["SESSION_COOKIE_SECURE"] is True
    assert values["SECURE_SSL_REDIRECT"] is True
    assert values["ALLOWED_HOSTS"] == ["torre.example"]


def test_a_plain_http_site_answers_on_loopback_names_only():
    values = settings_of()
    assert values["SESSION_COOKIE_NAME"] == "session"
    assert values["SESSION_COOKIE_SECURE"] is False
    assert values["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]


def test_ports_may_be_a_range_and_nonsense_is_said_in_words(monkeypatch):
    monkeypatch.setenv("OUTGOING_PORTS", "2222, 9000-9002")
    assert ports("OUTGOING_PORTS") == [2222, 9000, 9001, 9002]
    for wrong in ("ftp", "9000-", "9-8", "0", "70000"):
        monkeypatch.setenv("OUTGOING_PORTS", wrong)
        with pytest.raises(ImproperlyConfigured, match="OUTGOING_PORTS"):
            ports("OUTGOING_PORTS")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WEB_THREADS", "many"),
        ("WEB_THREADS", "0"),
        ("BACKUP_KEEP", "-1"),
        ("OUTGOING_ALLOW", "10.0.0.0/8,localhost"),
        ("SECRETS_KEYS", ","),
        ("MAIL_URL", "mail.example.org"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_value_that_makes_no_sense_is_named_at_the_start(name, value):
    with pytest.raises(subprocess.CalledProcessError) as refused:
        settings_of(**{name: value})
    assert f"ImproperlyConfigured: {name}" in refused.value.stderr


def test_a_value_that_was_left_empty_is_one_that_is_not_there():
    example = (ROOT / "docs/deploy/classifica.env").read_text()
    empty = dict.fromkeys(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE), "")
    assert settings_of(**empty) == settings_of()


def test_a_socket_is_given_to_the_queue_in_its_own_spelling():
    assert settings_of(REDIS_URL="unix:///run/valkey.sock")["CELERY_BROKER_URL"] == "redis+socket:///run/valkey.sock"


def test_commands_beside_bin_run_use_its_key_and_its_valkey(tmp_path):
    (tmp_path / "secret-key").write_text("made by the first start")
    (tmp_path / "valkey").mkdir()
    here = {"DATA_DIR": str(tmp_path)}
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "valkey" / "valkey.sock"))
        found = settings_of(**here)
        assert found["SECRET_KEY"] == "made by the first start"
        assert found["CELERY_BROKER_URL"] == f"redis+socket://{tmp_path}/valkey/valkey.sock"
        told = settings_of(**here, SECRET_KEY="another", REDIS_URL="redis://elsewhere:6379/0")
    assert (told["SECRET_KEY"], told["CELERY_BROKER_URL"]) == ("another", "redis://elsewhere:6379/0")


def test_a_postgres_url_becomes_settings():
    values = database("postgres://torre:p%40ss@db.example:5433/torre?sslmode=require")
    assert (values["USER"], values["PASSWORD"], values["HOST"], values["PORT"]) == (
        "torre",
        "p@ss",
        "db.example",
        "5433",
    )
    assert values["NAME"] == "torre"
    assert values["OPTIONS"]["sslmode"] == "require"
    assert "pool" not in values["OPTIONS"]


def test_a_postgres_url_may_name_a_socket_folder():
    assert database("postgres:///torre?host=/run/postgresql")["HOST"] == "/run/postgresql"
    assert database("postgres:///torre?host=/run/postgresql&port=5433")["PORT"] == "5433", "pg_dump asks there as well"


def test_the_web_has_a_pool_and_a_time_limit_for_each_statement():
    options = database("postgres:///torre", web=True)["OPTIONS"]
    assert options["pool"]["max_size"] > 1
    assert options["options"] == "-c statement_timeout=5s"


def test_a_database_whose_machine_vanishes_is_given_up_soon_unless_the_url_says_otherwise():
    options = database("postgres://torre@db.example/torre?tcp_user_timeout=3000")["OPTIONS"]
    assert options["connect_timeout"] == 5
    assert options["keepalives_idle"] < 10
    assert options["tcp_user_timeout"] == "3000"


def test_another_kind_of_database_is_refused():
    with pytest.raises(ValueError, match="mysql"):
        database("mysql://torre@db.example/torre")


@pytest.mark.sqlite
@pytest.mark.django_db
def test_the_database_is_the_one_this_run_is_for():
    if os.environ.get("DATABASE_URL", "").startswith("sqlite"):
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert cursor.execute("PRAGMA busy_timeout").fetchone()[0] >= 5000
    else:
        assert connection.vendor == "postgresql"


@pytest.mark.django_db
def test_every_answer_carries_the_security_headers(client):
    headers = client.get("/healthz").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["form-action"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.django_db
def test_only_what_was_asked_for_without_a_cookie_or_a_token_is_shared():
    def cached(path, client=None, **headers):
        return (client or Client()).get(path, headers=headers)["Cache-Control"].split(", ")

    known = Client()
    known.force_login(a_user("ada"))
    assert "public" in cached("/manifest.webmanifest")
    for private in (
        cached("/manifest.webmanifest", known),
        cached("/manifest.webmanifest", cookie="theme=dark"),
        cached("/manifest.webmanifest", authorization="Bearer x"),
        cached("/players/"),  # its forms bring a cookie
        cached("/account/", known),
        cached("/players.csv", known),
        cached("/nothing/", known),
        cached("/api/v1/players/", known),
    ):
        assert "private" in private
        assert "public" not in private


@pytest.mark.django_db
def test_headers_over_the_limit_are_refused(client):
    assert client.get("/healthz", headers={"X-Long": "x" * limits.HEADER_BYTES}).status_code == 431


@pytest.mark.parametrize("kind", ["structlog", "logging"])
def test_a_log_line_is_one_line_of_json_with_control_characters_escaped(kind, capsys):
    logging.config.dictConfig(logs.configure("INFO"))
    nasty = "a\nb\x1b[31m\u202e\x00"
    if kind == "structlog":
        structlog.get_logger("test").info("said", text=nasty)
    else:
        logging.getLogger("test").info("said %s", nasty)
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert printed.strip().isprintable()
    assert nasty in json.loads(printed)["text" if kind == "structlog" else "event"]


def test_passwords_are_hashed_with_argon2():
    from ladder import settings

    assert settings.PASSWORD_HASHERS == ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    assert site_settings.AUTH_USER_MODEL == "games.User"
