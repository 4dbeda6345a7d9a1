"""Real SFTP, FTP(S) and S3 servers on loopback, in threads of the test, which can be told to fail."""

import datetime as dt
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import paramiko
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import DTPHandler, FTPHandler, TLS_DTPHandler, TLS_FTPHandler
from pyftpdlib.servers import ThreadedFTPServer

USER, PASSWORD = "torre", "correct horse"


@dataclass
class Server:
    """A running server and the faults it is asked for: `full`, `drop` or `slow` by file name."""

    folder: Path
    port: int = 0
    faults: dict[str, str] = field(default_factory=dict)
    stored: list[str] = field(default_factory=list)
    """Names of the files that came, in order."""
    key: Any = None

    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(self.folder.iterdir())}

    def fault(self, path: str) -> str:
        return self.faults.get(Path(path).name.removesuffix(".part"), "")

    def note(self, path: str) -> None:
        self.stored.append(Path(path).name.removesuffix(".part"))


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


# SFTP


class SftpAccess(paramiko.ServerInterface):
    def __init__(self, key: paramiko.PKey | None) -> None:
        self.key = key

    def check_auth_password(self, username: str, password: str) -> int:
        known = (username, password) == (USER, PASSWORD)
        return paramiko.AUTH_SUCCESSFUL if known else paramiko.AUTH_FAILED

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        return paramiko.AUTH_SUCCESSFUL if key == self.key else paramiko.AUTH_FAILED

    def get_allowed_auths(self, username: str) -> str:
        return "password,publickey"

    def check_channel_request(self, kind: str, chanid: int) -> int:
        return paramiko.OPEN_SUCCEEDED


class SftpHandle(paramiko.SFTPHandle):
    def __init__(self, server: Server, name: str, file: Any, transport: paramiko.Transport) -> None:
        super().__init__(os.O_WRONLY)
        self.server, self.name, self.writefile, self.transport = server, name, file, transport

    def write(self, offset: int, data: bytes) -> int:
        fault = self.server.fault(self.name)
        if fault == "full":
            return paramiko.SFTP_FAILURE
        if fault == "drop":
            super().write(offset, data[: len(data) // 2])
            self.transport.close()
        if fault == "slow":
            time.sleep(1.5)
        return super().write(offset, data)


class SftpFiles(paramiko.SFTPServerInterface):
    def __init__(self, access: SftpAccess, *, asked: Server, transport: paramiko.Transport) -> None:
        self.server, self.transport = asked, transport

    def _path(self, path: str) -> Path:
        return self.server.folder / Path(path).name

    def open(self, path: str, flags: int, attr: Any) -> Any:
        self.server.note(path)
        return SftpHandle(self.server, path, self._path(path).open("wb"), self.transport)

    def stat(self, path: str) -> Any:
        try:
            return paramiko.SFTPAttributes.from_stat(self._path(path).stat())
        except OSError as problem:
            return paramiko.SFTPServer.convert_errno(problem.errno or 0)

    lstat = stat

    def remove(self, path: str) -> int:
        try:
            self._path(path).unlink()
        except OSError as problem:
            return int(paramiko.SFTPServer.convert_errno(problem.errno or 0))
        return paramiko.SFTP_OK

    def posix_rename(self, oldpath: str, newpath: str) -> int:
        self._path(oldpath).replace(self._path(newpath))
        return paramiko.SFTP_OK


@contextmanager
def sftp_server(folder: Path, allowed_key: paramiko.PKey | None = None) -> Iterator[Server]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = Server(folder, listening.getsockname()[1], key=paramiko.ECDSAKey.generate())
    open_transports: list[paramiko.Transport] = []

    def serve() -> None:
        while True:
            try:
                connected, _address = listening.accept()
            except OSError:
                return
            transport = paramiko.Transport(connected)
            open_transports.append(transport)
            transport.add_server_key(server.key)
            transport.set_subsystem_handler("sftp", paramiko.SFTPServer, SftpFiles, asked=server, transport=transport)
            try:
                transport.start_server(server=SftpAccess(allowed_key))
            except (paramiko.SSHException, EOFError, OSError):
                continue

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield server
    finally:
        listening.close()
        for transport in open_transports:
            transport.close()


# FTP


class _Faulty:
    """A data connection that breaks where the server is asked for it."""

    def recv(self, size: int) -> bytes:
        data: bytes = super().recv(size)  # type: ignore[misc]
        control = self.cmd_channel  # type: ignore[attr-defined]
        if data and control.asked.fault(str(self.file_obj.name)) == "drop":  # type: ignore[attr-defined]
            self.file_obj.write(data[: len(data) // 2])  # type: ignore[attr-defined]
            control.close()
            return b""
        return data


class FaultyData(_Faulty, DTPHandler):
    pass


class FaultyTlsData(_Faulty, TLS_DTPHandler):
    pass


@contextmanager
def ftp_server(folder: Path, *, tls: bool = False) -> Iterator[Server]:
    server = Server(folder)
    accounts = DummyAuthorizer()
    accounts.add_user(USER, PASSWORD, str(folder), perm="elradfmwMT")

    class Control(TLS_FTPHandler if tls else FTPHandler):  # type: ignore[misc]
        asked = server
        authorizer = accounts
        dtp_handler = FaultyTlsData if tls else FaultyData
        auth_failed_timeout = 0

        def log(self, *_said: Any, **_how: Any) -> None:
            """Nothing: the last session may end after pytest has closed what it captures."""

        def ftp_STOR(self, file: str, mode: str = "w") -> Any:  # noqa: N802 - the name of the command
            server.note(file)
            if server.fault(file) == "full":
                self.respond("552 No space left on device.")
                return None
            if server.fault(file) == "slow":
                time.sleep(1.5)
            return super().ftp_STOR(file, mode)

    if tls:
        Control.certfile = str(a_certificate(folder.parent))
        Control.tls_control_required = Control.tls_data_required = True
    listening = ThreadedFTPServer(("127.0.0.1", 0), Control)
    server.port = listening.address[1]
    thread = threading.Thread(target=listening.serve_forever, kwargs={"timeout": 0.1}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listening.close_all()
        thread.join(5)


def a_certificate(folder: Path) -> Path:
    """A certificate that no authority vouches for, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "old web space")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=400))
        .not_valid_after(now + dt.timedelta(days=400))
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    plain = serialization.NoEncryption()
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    return path


# S3


@contextmanager
def s3_server() -> Iterator[tuple[int, Any]]:
    """Port of the server, and a client that looks at it from outside."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    port = server.get_host_and_port()[1]
    client = boto3.client(
        "s3",
        endpoint_url=f"http://127.0.0.1:{port}",
        region_name="us-east-1",
        aws_access_key_id=USER,
        aws_secret_access_key=PASSWORD,
    )
    try:
        yield port, client
    finally:
        server.stop()
