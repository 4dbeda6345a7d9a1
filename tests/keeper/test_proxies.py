"""The examples of a proxy, with the programs that they are for: what reaches the site, and what does not."""

import http.client
import os
import shutil
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from games import limits
from tests.services.processes import Process, Site, free_port, wait_until
from tests.services.transfer import a_certificate

pytestmark = [pytest.mark.night, pytest.mark.faults]
DEPLOY = Path(__file__).parents[2] / "docs/deploy"
NAME = "torre.example"
TRUSTING = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TRUSTING.check_hostname, TRUSTING.verify_mode = False, ssl.CERT_NONE


class Proxy:
    """A proxy before the site, asked as from outside."""

    def __init__(self, port: int) -> None:
        self.port = port

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> http.client.HTTPResponse:
        link = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=30, context=TRUSTING)
        link.sock = TRUSTING.wrap_socket(socket.create_connection(("127.0.0.1", self.port), 30), server_hostname=NAME)
        given = {"Host": NAME, **{name.replace("_", "-"): value for name, value in headers.items()}}
        with suppress(OSError):  # it said no before it had heard all
            link.request(method, path, body, given)
        answer = link.getresponse()
        answer.read()
        link.close()
        return answer


@contextmanager
def running(site: Site, name: str, *command: str, port: int) -> Iterator[Proxy]:
    folder = site.folder / name
    folder.mkdir(exist_ok=True)
    process = Process(name, list(command), site.env | {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}, site.folder)
    site.processes.append(process)

    def listens() -> bool:
        assert process.alive, process.log.read_text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    wait_until(listens, 30, process.log.read_text)
    yield Proxy(port)
    process.stop()


@contextmanager
def nginx(site: Site) -> Iterator[Proxy]:
    port, plain = free_port(), free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    pem = a_certificate(site.folder)
    for before, after in {
        "127.0.0.1:8000": f"127.0.0.1:{site.port}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(pem),
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(pem),
    }.items():
        assert before in text
        text = text.replace(before, after)
    temporary = " ".join(
        f"{kind}_temp_path {site.folder}/nginx/{kind};" for kind in "client_body proxy fastcgi uwsgi scgi".split()
    )
    whole = site.folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    whole.write_text(
        f"{user} daemon off; pid {site.folder}/nginx.pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{text}\n}}"
    )
    with running(site, "nginx", "nginx", "-c", str(whole), "-p", str(site.folder), port=port) as proxy:
        yield proxy


@contextmanager
def caddy(site: Site) -> Iterator[Proxy]:
    port = free_port()
    site.env |= {"SITE_HOST": f"https://{NAME}:{port}", "UPSTREAM": f"127.0.0.1:{site.port}"}
    head = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tlocal_certs\n\thttps_port {port}\n}}\n"
    whole = site.folder / "Caddyfile"
    whole.write_text(head + (DEPLOY / "Caddyfile").read_text())
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(whole)]
    with running(site, "caddy", *command, port=port) as proxy:
        time.sleep(2)  # its certificate
        yield proxy


@pytest.mark.parametrize(
    "proxy",
    [
        pytest.param(
            program,
            id=program.__name__,
            marks=pytest.mark.skipif(
                not shutil.which(program.__name__), reason=f"not run: {program.__name__} is missing"
            ),
        )
        for program in (nginx, caddy)
    ],
)
def test_what_comes_through_a_proxy(site: Site, proxy: Callable[[Site], "Iterator[Proxy]"]) -> None:
    site.env |= {
        "SITE_URL": f"https://{NAME}",
        "BEHIND_PROXY": "1",
        "METRICS_TOKEN": "a token of forty signs or so, why not",
    }
    site.manage("collectstatic", "--no-input")
    site.start_web()
    with proxy(site) as outside:
        page = outside.ask("GET", "/")
        assert page.status == 200, "https is known to be https, or it would lead to itself for ever"
        assert page.headers["Strict-Transport-Security"]
        assert outside.ask("GET", "/players/", Accept_Encoding="gzip").headers["Content-Encoding"] == "gzip"
        for inside in ("/metrics", "/readyz"):
            assert outside.ask("GET", inside).status == 404
        assert outside.ask("GET", "/healthz").status == 200
        told = [outside.ask("GET", "/players/", X_Forwarded_For=f"10.0.{n}.1").status for n in range(125)]
        assert told[-1] == 429, "who comes is who the proxy says, whatever he says himself"
        assert outside.ask("POST", "/upload/", b"x" * (limits.UPLOAD_BODY + 1)).status == 413
        assert outside.ask("POST", "/upload/", b"x" * limits.MB).status in (403, 429)
    site.stop()
