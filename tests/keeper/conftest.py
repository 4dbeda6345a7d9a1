"""A bucket of S3 as the place of this site's files."""

from typing import Any

import pytest

from tests.services.transfer import PASSWORD, USER, s3_server


@pytest.fixture(scope="module")
def running() -> Any:
    with s3_server() as running:
        yield running


@pytest.fixture
def bucket(running: Any, settings: Any) -> Any:
    port, client = running
    client.create_bucket(Bucket="torre")
    settings.STORAGE_URL = f"s3+http://{USER}:{PASSWORD}@127.0.0.1:{port}/torre/files?region=us-east-1"
    yield client
    for found in client.list_objects_v2(Bucket="torre").get("Contents", []):
        client.delete_object(Bucket="torre", Key=found["Key"])
