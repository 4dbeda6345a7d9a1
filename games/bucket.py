"""Files in a bucket of S3, or of what speaks like it. boto3 is an extra: `pip install boto3`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from games import limits
from games.files import File, StorageAway, StorageFull

NO_ROOM = ("QuotaExceeded", "EntityTooLarge", "InsufficientStorage", "507", "XMinioStorageFull")
NOT_THERE = ("NoSuchKey", "NotFound", "404")


class Bucket:
    """`s3://KEY:SECRET@HOST/BUCKET/FOLDER?region=…`, or `s3+http://` to a server of one's own network."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.bucket, _slash, folder = unquote(parts.path).strip("/").partition("/")
        self.folder = f"{folder}/" if folder else ""
        scheme = "http" if parts.scheme == "s3+http" else "https"
        host = parts.netloc.rpartition("@")[2]
        region = parse_qs(parts.query).get("region", ["us-east-1"])[0]
        self.client = client(f"{scheme}://{host}", region, unquote(parts.username or ""), unquote(parts.password or ""))

    def _named(self, name: str) -> dict[str, str]:
        return {"Bucket": self.bucket, "Key": self.folder + name}

    def has(self, name: str) -> bool:
        try:
            with _told():
                self.client.head_object(**self._named(name))
        except FileNotFoundError:
            return False
        return True

    def put(self, name: str, content: bytes) -> None:
        with _told():
            self.client.put_object(**self._named(name), Body=content, ContentType="application/octet-stream")

    def get(self, name: str) -> bytes:
        with _told():
            return bytes(self.client.get_object(**self._named(name))["Body"].read())

    def under(self, beginning: str) -> Iterator[File]:
        pages = self.client.get_paginator("list_objects_v2")
        with _told():
            for page in pages.paginate(Bucket=self.bucket, Prefix=f"{self.folder}{beginning.rstrip('/')}/"):
                for one in page.get("Contents", []):
                    name = one["Key"].removeprefix(self.folder)
                    yield File(name, one["Size"], one["LastModified"].timestamp())

    def remove(self, name: str) -> None:
        with _told():
            self.client.delete_object(**self._named(name))


def client(endpoint: str, region: str, key: str, secret: str) -> Any:
    try:
        import boto3
        from botocore.config import Config
    except ImportError as problem:
        raise StorageAway("boto3 is not installed") from problem
    config = Config(
        signature_version="s3v4",
        s3={"addressing_style": "path"},
        connect_timeout=limits.CONNECT_SECONDS,
        read_timeout=limits.ANSWER_SECONDS,
        retries={"max_attempts": 2, "mode": "standard"},
        request_checksum_calculation="when_required",  # others than Amazon do not know the newer ones
        response_checksum_validation="when_required",
    )
    return boto3.client(
        "s3",
        endpoint_url=endpoint,
        region_name=region,
        aws_access_key_id=key,
        aws_secret_access_key=secret,
        config=config,
    )


@contextmanager
def _told() -> Iterator[None]:
    from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError

    try:
        yield
    except ClientError as problem:
        code = str(problem.response.get("Error", {}).get("Code", ""))
        if code in NOT_THERE:
            raise FileNotFoundError(code) from problem
        raise (StorageFull if code in NO_ROOM else StorageAway)(code) from problem
    except (BotoCoreError, HTTPClientError, OSError) as problem:
        raise StorageAway(type(problem).__name__) from problem
