import django.db.models.deletion
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models


def copy(apps, schema_editor):
    """Nobody has to log in again: sessions go on in the table that knows whose they are."""
    store, users = SessionStore(), set(apps.get_model("games", "User").objects.values_list("pk", flat=True))
    there = set(apps.get_model("ladder", "Session").objects.values_list("pk", flat=True))
    for old in apps.get_model("sessions", "Session").objects.exclude(pk__in=there).iterator():
        user = int(store.decode(old.session_data).get("_auth_user_id") or 0)
        apps.get_model("ladder", "Session").objects.create(
            session_key=old.session_key,
            session_data=old.session_data,
            expire_date=old.expire_date,
            user_id=user if user in users else None,
        )


class Migration(migrations.Migration):

    dependencies = [
        ('ladder', '0016_webhooks'),
        ('sessions', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.RunPython(copy, migrations.RunPython.noop, elidable=True),
    ]
