import django.db.models.deletion
from django.db import migrations, models


def ask_anew(apps, schema_editor):
    """The rows follow from the matches, so they are dropped and asked for again."""
    requests = apps.get_model("ladder", "RatingRequest")
    for pool in apps.get_model("ladder", "RatingPool").objects.all():
        requests.objects.create(pool=pool, cause="recompute")


def leave_as_they_are(apps, schema_editor):
    """Packed numbers hardly become smaller; PostgreSQL would take longer to press them than to rate them."""
    if schema_editor.connection.vendor == "postgresql":
        for column in ("facts", "lines", "state"):
            schema_editor.execute(f"ALTER TABLE ladder_ratingmonth ALTER COLUMN {column} SET STORAGE EXTERNAL")


class Migration(migrations.Migration):

    dependencies = [("ladder", "0010_imports")]

    operations = [
        migrations.DeleteModel("RatingTrack"),
        migrations.DeleteModel("RatingMonth"),
        migrations.CreateModel(
            name="RatingMonth",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.DateField()),
                ("matches", models.PositiveIntegerField()),
                ("facts", models.BinaryField()),
                ("lines", models.BinaryField()),
                ("state", models.BinaryField()),
                ("pool", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="months", to="ladder.ratingpool")),
            ],
            options={"ordering": ["pool", "first"]},
        ),
        migrations.AddConstraint(
            model_name="ratingmonth",
            constraint=models.UniqueConstraint(fields=("pool", "first"), name="rating_month_once"),
        ),
        migrations.RunPython(leave_as_they_are, migrations.RunPython.noop),
        migrations.RunPython(ask_anew, migrations.RunPython.noop, elidable=True),
    ]
