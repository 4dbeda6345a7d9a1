import pytest
from django.db import connection, transaction

from games.services.commits import commits_behind

pytestmark = pytest.mark.sqlite


def waits_for_the_disk() -> bool:
    setting = {"postgresql": "SHOW synchronous_commit", "sqlite": "PRAGMA synchronous"}[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(setting)
        return cursor.fetchone()[0] in ("on", 2)


@pytest.mark.django_db(transaction=True)
def test_commits_wait_for_the_disk_but_where_work_is_done_again_after_a_power_cut():
    assert waits_for_the_disk()
    with commits_behind():
        assert not waits_for_the_disk()
    assert waits_for_the_disk()
    with pytest.raises(RuntimeError), commits_behind():
        raise RuntimeError
    assert waits_for_the_disk()
    with transaction.atomic(), commits_behind():
        assert waits_for_the_disk()
    with commits_behind():
        connection.close()
        assert waits_for_the_disk()
    assert waits_for_the_disk()
