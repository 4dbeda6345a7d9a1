from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.services.transfer import Server, ftp_server, s3_server, sftp_server


@pytest.fixture
def web_space(tmp_path: Path) -> Path:
    folder = tmp_path / "web-space"
    folder.mkdir()
    return folder


def listed(settings: Any, port: int) -> None:
    """The keeper lets this server on loopback be called."""
    settings.OUTGOING_ALLOW = ["127.0.0.1"]
    settings.OUTGOING_PORTS = [port]


@pytest.fixture
def sftp(web_space: Path, settings: Any) -> Iterator[Server]:
    with sftp_server(web_space) as server:
        listed(settings, server.port)
        yield server


@pytest.fixture
def ftp(web_space: Path, settings: Any) -> Iterator[Server]:
    with ftp_server(web_space) as server:
        listed(settings, server.port)
        yield server


@pytest.fixture
def ftps(web_space: Path, settings: Any) -> Iterator[Server]:
    with ftp_server(web_space, tls=True) as server:
        listed(settings, server.port)
        yield server


@pytest.fixture(scope="session")
def s3_running() -> Iterator[tuple[int, Any]]:
    with s3_server() as running:
        yield running


@pytest.fixture
def s3(s3_running: tuple[int, Any], settings: Any) -> Iterator[tuple[int, Any]]:
    """Port, and a client that looks at it from outside; the bucket `torre` is empty."""
    port, client = s3_running
    listed(settings, port)
    client.create_bucket(Bucket="torre")
    yield port, client
    for found in client.list_objects_v2(Bucket="torre").get("Contents", []):
        client.delete_object(Bucket="torre", Key=found["Key"])
