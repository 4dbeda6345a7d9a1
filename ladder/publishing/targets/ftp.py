"""FTP, plain or with TLS. Data connections go to the address of the control connection, which was checked."""

import ftplib
import io
import posixpath
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from games import limits, outgoing
from ladder.publishing.targets.base import PART, Failed, certificate_fingerprint, check_path, unreachable

PORTS = (21,)


class PlainFtp(ftplib.FTP):
    data: socket.socket | None = None
    heard = 0

    def getmultiline(self) -> str:
        self.heard = 0
        return super().getmultiline()

    def getline(self) -> str:
        line = super().getline()
        self.heard += len(line)
        if self.heard > limits.ANSWER_BYTES:
            raise ftplib.error_proto(line[:100])  # noqa: S321
        return line

    def ntransfercmd(self, cmd: str, rest: Any = None) -> tuple[socket.socket, int | None]:
        self.data, size = super().ntransfercmd(cmd, rest)
        return self.data, size

    def cut(self) -> None:
        """End both connections under whoever waits for them."""
        for each in (self.data, self.sock):
            with suppress(OSError):
                if each is not None:
                    socket.socket.shutdown(each, socket.SHUT_RDWR)

    def begin(self, connected: socket.socket) -> None:
        """Speak over a connection that was made elsewhere."""
        self.timeout = limits.ANSWER_SECONDS
        self.sock = connected
        self.af = connected.family
        self.file = connected.makefile("r", encoding=self.encoding)
        self.welcome = self.getresp()


class TlsFtp(PlainFtp, ftplib.FTP_TLS):
    """Both connections are encrypted; the certificate is trusted by its authority, or is the confirmed one."""

    def __init__(self, host: str, confirmed: str) -> None:
        self.confirmed = confirmed
        context = ssl.create_default_context()
        if confirmed:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE  # compared below, for each connection
        super().__init__(context=context, encoding="utf-8")
        self.host = host

    def ntransfercmd(self, cmd: str, rest: Any = None) -> tuple[socket.socket, int | None]:
        raw, size = ftplib.FTP.ntransfercmd(self, cmd, rest)  # noqa: S321 - the connection is encrypted below
        self.data = raw
        # Many servers take a data connection only in the TLS session of the control connection.
        session = getattr(self.sock, "session", None)
        data = self.context.wrap_socket(raw, server_hostname=self.host, session=session)
        self.data = data
        self.check(data)
        return data, size

    def check(self, connected: socket.socket | None) -> None:
        if not self.confirmed:
            return
        assert isinstance(connected, ssl.SSLSocket)
        shown = certificate_fingerprint(connected.getpeercert(binary_form=True) or b"")
        if shown != self.confirmed:
            raise Failed("certificate", shown, offered=shown)


class FtpSession:
    def __init__(self, ftp: PlainFtp, folder: str) -> None:
        self.ftp = ftp
        self.folder = folder

    def put(self, path: str, content: bytes) -> None:
        goal = self._path(path)
        with _told(self.ftp):
            self.ftp.storbinary(f"STOR {goal}{PART}", io.BytesIO(content))
            try:
                self.ftp.rename(goal + PART, goal)
            except ftplib.error_perm:  # a server that does not rename onto a file
                self._remove(goal)
                self.ftp.rename(goal + PART, goal)

    def size(self, path: str) -> int | None:
        with _told(self.ftp):
            try:
                self.ftp.voidcmd("TYPE I")
                return self.ftp.size(self._path(path))
            except ftplib.error_perm as problem:
                if str(problem).startswith("550"):
                    return None
                raise

    def remove(self, path: str) -> None:
        with _told(self.ftp):
            self._remove(self._path(path))

    def _remove(self, goal: str) -> None:
        try:
            self.ftp.delete(goal)
        except ftplib.error_perm as problem:
            if not str(problem).startswith("550"):
                raise

    def _path(self, path: str) -> str:
        return posixpath.join(self.folder, check_path(path))


@contextmanager
def _told(ftp: PlainFtp) -> Iterator[None]:
    """One step within its time, for a slow drip keeps every wait short; what goes wrong is `Failed`."""
    late = threading.Event()
    overdue = threading.Timer(limits.ANSWER_SECONDS, lambda: (late.set(), ftp.cut()))
    overdue.start()
    try:
        with _named():
            yield
            if late.is_set():  # half an answer looks like a whole one
                raise TimeoutError
    except Failed as problem:
        if late.is_set():
            raise Failed("time") from problem
        raise
    finally:
        overdue.cancel()


@contextmanager
def _named() -> Iterator[None]:
    try:
        yield
    except TimeoutError as problem:
        raise Failed("time") from problem
    except ftplib.Error as problem:
        words = str(problem)
        code = "no_room" if words[:3] in ("452", "552") else "connection" if words[:3] in ("421", "426") else "refused"
        raise Failed(code, words) from problem
    except ssl.SSLCertVerificationError as problem:
        raise Failed("tls", problem.verify_message) from problem
    except (OSError, EOFError) as problem:
        raise Failed("connection", str(problem)) from problem


@contextmanager
def session(place: Mapping[str, object], secret: str, confirmed: str) -> Iterator[FtpSession]:
    host, tls = str(place["host"]), bool(place.get("tls"))
    try:
        raw = outgoing.connect(host, int(str(place.get("port") or 21)), ports=PORTS)
    except outgoing.Unreachable as problem:
        raise unreachable(problem) from problem
    ftp = TlsFtp(host, confirmed) if tls else PlainFtp(encoding="utf-8")
    try:
        with _told(ftp):
            ftp.begin(raw)
        if isinstance(ftp, TlsFtp):
            _encrypt(ftp, place)
        with _told(ftp):
            _log_in(ftp, str(place.get("user", "")), secret)
        yield FtpSession(ftp, str(place.get("path") or ""))
        _say_goodbye(ftp)
    finally:
        ftp.close()
        raw.close()


def _encrypt(ftp: TlsFtp, place: Mapping[str, object]) -> None:
    """Switch the control connection to TLS. A certificate that no authority vouches for is shown, to be confirmed."""
    with _told(ftp):
        try:
            ftp.auth()
        except ssl.SSLCertVerificationError as problem:
            shown = _certificate_of(place)
            raise Failed("certificate", f"{problem.verify_message} {shown}", offered=shown) from problem
        ftp.check(ftp.sock)


def _certificate_of(place: Mapping[str, object]) -> str:
    """The fingerprint of whatever certificate the server shows; nothing else is said to it."""
    raw = outgoing.connect(str(place["host"]), int(str(place.get("port") or 21)), ports=PORTS)
    asking = TlsFtp(str(place["host"]), "to be shown")
    try:
        with _told(asking):
            asking.begin(raw)
            asking.auth()
        assert isinstance(asking.sock, ssl.SSLSocket)
        return certificate_fingerprint(asking.sock.getpeercert(binary_form=True) or b"")
    finally:
        asking.close()
        raw.close()


def _log_in(ftp: PlainFtp, user: str, secret: str) -> None:
    try:
        if isinstance(ftp, ftplib.FTP_TLS):
            ftp.login(user, secret, secure=False)  # it is encrypted already
            ftp.prot_p()
        else:
            ftp.login(user, secret)
    except ftplib.error_perm as problem:
        if str(problem)[:3] in ("530", "532"):
            raise Failed("password", str(problem)) from problem
        raise


def _say_goodbye(ftp: PlainFtp) -> None:
    try:
        with _told(ftp):
            ftp.quit()
    except Failed:
        return  # everything is there; how the server takes leave is its own affair
