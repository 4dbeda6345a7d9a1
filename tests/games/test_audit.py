"""The audit trail is only ever added to, and says from where and in which role."""

from datetime import timedelta

import pytest
from django.db import Error, connection, transaction
from django.utils import timezone

from games.models import AuditEntry
from games.models.audit import AppendOnly
from games.services.audit import acting, audit, role_noted
from tests.factories import a_league, a_match, a_user

pytestmark = pytest.mark.django_db
Origin = AuditEntry.Origin


@pytest.mark.sqlite
def test_an_entry_is_neither_changed_nor_deleted_by_code():
    a_match("ada", "bea")
    entry = AuditEntry.objects.filter(kind="match").latest("pk")
    for change in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(reason="x"),
    ):
        with pytest.raises(AppendOnly):
            change()


@pytest.mark.usefixtures("on_postgresql")
@pytest.mark.parametrize(
    "statement", ["UPDATE games_auditentry SET reason = 'x'", "DELETE FROM games_auditentry"], ids=["update", "delete"]
)
def test_the_database_refuses_as_well(statement):
    a_match("ada", "bea")
    with pytest.raises(Error, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.exists()


@pytest.mark.sqlite
def test_an_account_can_go_and_its_entries_stay():
    user = a_user("ada")
    entry = audit("x", a_league(), actor=user)
    user.delete()
    entry.refresh_from_db()
    assert entry.actor is None


def test_what_is_older_than_five_years_may_be_dropped():
    old = AuditEntry.objects.create(
        act="x", kind="ladder", target_id=1, version=1, at=timezone.now() - timedelta(days=6 * 366)
    )
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_auditentry WHERE id = %s", [old.pk])
    assert not AuditEntry.objects.filter(pk=old.pk).exists()


@pytest.mark.sqlite
def test_an_entry_says_from_where_and_in_which_role():
    user, other, league = a_user("ada"), a_user("bea"), a_league()
    with acting(Origin.COMMAND):
        role_noted(user.pk, "manager")
        mine, hers = audit("x", league, actor=user), audit("x", league, actor=other)
    after = audit("x", league, actor=user)
    assert (mine.origin, mine.role) == ("command", "manager")
    assert (hers.origin, hers.role) == ("command", "")
    assert (after.origin, after.role) == ("service", "")
