"""Where files lie that all web and worker processes share: a folder, or a bucket of S3 (`STORAGE_URL`).

Names are of our own making: `raw/ab/abcd…`, `drafts/…`, `person-exports/…`.
"""

from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.conf import settings

from games.bucket import Bucket
from games.files import Folder, Place


def place() -> Place:
    """Where this site's files lie."""
    url = str(settings.STORAGE_URL)
    if url.startswith("s3"):
        return _bucket(url)
    return Folder(Path(unquote(urlsplit(url).path)) if url else Path(settings.DATA_DIR))


@lru_cache
def _bucket(url: str) -> Place:
    return Bucket(url)
