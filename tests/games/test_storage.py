"""Raw files: named by what they hold, whole or not there, and stored twice without harm."""

import errno
import hashlib
import os
import threading

import pytest

from games import storage


def test_a_file_is_named_by_its_content_and_comes_back_as_it_was(data_dir):
    raw = os.urandom(5000)
    sha256 = storage.store(raw)
    assert sha256 == hashlib.sha256(raw).hexdigest()
    assert storage.load(sha256) == raw
    assert list(storage.hashes()) == [sha256]


def test_storing_twice_leaves_one_file_untouched():
    path = storage.path_of(storage.store(b"log"))
    before = path.stat().st_mtime_ns
    storage.store(b"log")
    assert path.stat().st_mtime_ns == before
    assert len(list(storage.hashes())) == 1


def test_many_at_once_store_one_file():
    threads = [threading.Thread(target=storage.store, args=(b"log" * 10_000,)) for _thread in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [sha256] = storage.hashes()
    assert storage.load(sha256) == b"log" * 10_000
    assert [path.name for path in storage.path_of(sha256).parent.iterdir()] == [sha256]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_told_and_leaves_nothing(monkeypatch, number, data_dir):
    def full(descriptor):
        raise OSError(number, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(storage.StorageFull):
        storage.store(b"log")
    assert not list(storage.hashes())
    assert not [path for path in data_dir.rglob("*") if path.is_file()]


def test_another_fault_of_the_disk_is_not_called_full(monkeypatch):
    def broken(descriptor):
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(storage.StorageAway, match="broken"):
        storage.store(b"log")


def test_a_draft_left_behind_by_a_crash_is_no_file(data_dir):
    sha256 = storage.store(b"log")
    storage.path_of(sha256).with_name(".0123456789abcdef").write_bytes(b"half")
    assert list(storage.hashes()) == [sha256]
