"""The kinds of target: how each is opened. `place` holds, by kind:

folder: root, folder · sftp, ftp, ftps: host, port, user, path · s3: bucket, region, endpoint, user, path.
"""

from ladder.models import PublishTarget
from ladder.publishing.secrets import SecretLost, unseal
from ladder.publishing.targets import folder, ftp, s3, sftp
from ladder.publishing.targets.base import Failed, Opener

OPENERS = {
    "folder": folder.session,
    "sftp": sftp.session,
    "ftp": ftp.session,
    "ftps": ftp.session,
    "s3": s3.session,
}
PROBE = "classifica-test.txt"


def open_target(target: PublishTarget) -> Opener:
    """A session with a target. Raises `Failed`, at once or when it is entered."""
    try:
        secret = unseal(target.secret)
    except SecretLost as problem:
        raise Failed("secret_lost") from problem
    return OPENERS[target.kind]({**target.place, "tls": target.kind == "ftps"}, secret, target.fingerprint)


def probe(target: PublishTarget) -> None:
    """Write a small file, look at it and remove it. Raises `Failed`."""
    content = b"Classifica tries whether it may write here. This file may be deleted.\n"
    with open_target(target) as session:
        session.put(PROBE, content)
        if session.size(PROBE) != len(content):
            raise Failed("size", PROBE)
        session.remove(PROBE)
