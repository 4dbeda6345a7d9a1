"""S3 and what speaks like it. boto3, an extra, only signs the addresses; they are called through `games.outgoing`."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from games import outgoing
from ladder.publishing.targets.base import Failed, check_path, unreachable

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}
SECONDS = 300
CODE = re.compile(rb"<Code>([A-Za-z]{1,40})</Code>")
CODES = {
    "InvalidAccessKeyId": "password",
    "SignatureDoesNotMatch": "password",
    "AccessDenied": "password",
    "QuotaExceeded": "no_room",
    "EntityTooLarge": "no_room",
    "NoSuchBucket": "folder",
}


class S3Session:
    def __init__(self, signer: Any, bucket: str, prefix: str) -> None:
        self.signer = signer
        self.bucket = bucket
        self.prefix = prefix

    def put(self, path: str, content: bytes) -> None:
        kind = TYPES.get(path.rpartition(".")[2], "application/octet-stream")
        answer = self._call("PUT", "put_object", path, content, {"ContentType": kind}, {"Content-Type": kind})
        if answer.status >= 300:
            raise told(answer)

    def size(self, path: str) -> int | None:
        answer = self._call("HEAD", "head_object", path)
        if answer.status == 404:
            return None
        if answer.status >= 300:
            raise told(answer)
        return int({name.lower(): value for name, value in answer.headers.items()}.get("content-length", -1))

    def remove(self, path: str) -> None:
        answer = self._call("DELETE", "delete_object", path)
        if answer.status >= 300 and answer.status != 404:
            raise told(answer)

    def _call(
        self,
        method: str,
        act: str,
        path: str,
        body: bytes = b"",
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> outgoing.Answer:
        named = {"Bucket": self.bucket, "Key": self.prefix + check_path(path), **(params or {})}
        url = self.signer.generate_presigned_url(act, Params=named, ExpiresIn=SECONDS, HttpMethod=method)
        try:
            return outgoing.request(method, url, body=body, headers=headers)
        except outgoing.Unreachable as problem:
            raise unreachable(problem) from problem


def told(answer: outgoing.Answer) -> Failed:
    """What an answer that is no success means."""
    found = CODE.search(answer.body)
    word = found[1].decode() if found else ""
    code = CODES.get(word) or {401: "password", 403: "password", 404: "folder", 507: "no_room"}.get(answer.status)
    return Failed(code or "refused", f"{answer.status} {word}")


@contextmanager
def session(place: Mapping[str, object], secret: str, confirmed: str) -> Iterator[S3Session]:
    try:
        import boto3
        from botocore.config import Config
        from botocore.exceptions import BotoCoreError
    except ImportError as problem:
        raise Failed("not_installed", "boto3") from problem
    prefix = str(place.get("path") or "").strip("/")
    try:
        signer = boto3.client(
            "s3",
            endpoint_url=str(place.get("endpoint") or "") or None,
            region_name=str(place.get("region") or "us-east-1"),
            aws_access_key_id=str(place.get("user", "")),
            aws_secret_access_key=secret,
            config=Config(signature_version="s3v4", s3={"addressing_style": "path"}),
        )
    except (BotoCoreError, ValueError) as problem:
        raise Failed("refused", str(problem)) from problem
    yield S3Session(signer, str(place["bucket"]), f"{prefix}/" if prefix else "")
