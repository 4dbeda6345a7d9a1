"""SFTP by paramiko. The server's key must be the one that a manager confirmed."""

import errno
import io
import posixpath
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import paramiko

from games import limits, outgoing
from ladder.publishing.targets.base import PART, Failed, check_path, key_fingerprint, unreachable

PORTS = (22,)
FULL = (errno.ENOSPC, errno.EDQUOT)
WORDS_OF_FULL = ("no space", "quota", "disk full", "disk is full")


class SftpSession:
    def __init__(self, client: paramiko.SFTPClient, folder: str) -> None:
        self.client = client
        self.folder = folder

    def put(self, path: str, content: bytes) -> None:
        goal = self._path(path)
        with _told():
            file = self.client.open(goal + PART, "wb")
            file.write(content)
            file.close()  # not where writing failed: that would wait for the server once more
            try:
                self.client.posix_rename(goal + PART, goal)
            except OSError:  # an old server without the extension
                self._remove(goal)
                self.client.rename(goal + PART, goal)

    def size(self, path: str) -> int | None:
        with _told():
            try:
                return self.client.stat(self._path(path)).st_size
            except FileNotFoundError:
                return None

    def remove(self, path: str) -> None:
        with _told():
            self._remove(self._path(path))

    def _remove(self, goal: str) -> None:
        try:
            self.client.remove(goal)
        except FileNotFoundError:
            return

    def _path(self, path: str) -> str:
        return posixpath.join(self.folder, check_path(path))


@contextmanager
def _told() -> Iterator[None]:
    """Turn what paramiko raises into `Failed`."""
    try:
        yield
    except TimeoutError as problem:
        raise Failed("time") from problem
    except OSError as problem:
        words = problem.strerror or str(problem)
        full = problem.errno in FULL or any(word in words.lower() for word in WORDS_OF_FULL)
        broken = problem.errno in (errno.EPIPE, errno.ECONNRESET, errno.ECONNABORTED) or "closed" in words.lower()
        raise Failed("no_room" if full else "connection" if broken else "refused", words) from problem
    except (EOFError, paramiko.SSHException) as problem:
        raise Failed("connection", str(problem)) from problem


@contextmanager
def session(place: Mapping[str, object], secret: str, confirmed: str) -> Iterator[SftpSession]:
    try:
        raw = outgoing.connect(str(place["host"]), int(str(place.get("port") or 22)), ports=PORTS)
    except outgoing.Unreachable as problem:
        raise unreachable(problem) from problem
    transport = None
    try:
        with _told():
            transport = paramiko.Transport(raw)
            transport.banner_timeout = transport.auth_timeout = limits.ANSWER_SECONDS
            transport.start_client(timeout=limits.ANSWER_SECONDS)
            shown = key_fingerprint(transport.get_remote_server_key().asbytes())
            if shown != confirmed:
                raise Failed("host_key", shown, offered=shown)
            _log_in(transport, str(place.get("user", "")), secret)
            client = paramiko.SFTPClient.from_transport(transport)
            if client is None:
                raise Failed("connection")
            client.get_channel().settimeout(limits.ANSWER_SECONDS)  # type: ignore[union-attr]
        yield SftpSession(client, str(place.get("path") or "."))
    finally:
        if transport is not None:
            transport.close()
        raw.close()


def _log_in(transport: paramiko.Transport, user: str, secret: str) -> None:
    """By password, or by key where the secret is one."""
    try:
        if secret.lstrip().startswith("-----BEGIN"):
            transport.auth_publickey(user, _key(secret.strip() + "\n"))
        else:
            transport.auth_password(user, secret)
    except paramiko.AuthenticationException as problem:
        raise Failed("password", str(problem)) from problem


def _key(text: str) -> paramiko.PKey:
    for kind in (paramiko.Ed25519Key, paramiko.ECDSAKey, paramiko.RSAKey):
        try:
            return kind.from_private_key(io.StringIO(text))
        except paramiko.SSHException:
            continue
        except (ValueError, IndexError):
            continue
    raise Failed("password", "the key cannot be read; it must be without a pass phrase")
