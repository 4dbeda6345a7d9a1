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
        for table, column in (("ratingmonth", "facts"), ("ratingmonth", "state"), ("ratingtrack", "lines")):
            schema_editor.execute(f"ALTER TABLE ladder_{table} ALTER COLUMN {column} SET STORAGE EXTERNAL")


class Migration(migrations.Migration):

    dependencies = [("ladder", "0008_desk_done")]

    operations = [
        migrations.DeleteModel("RatingTrack"),
        migrations.CreateModel(
            name="RatingTrack",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("bucket", models.PositiveSmallIntegerField()),
                ("lines", models.BinaryField()),
                ("month", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="tracks", to="ladder.ratingmonth")),
            ],
        ),
        migrations.AddConstraint(
            model_name="ratingtrack",
            constraint=models.UniqueConstraint(fields=("month", "bucket"), name="rating_track_once"),
        ),
        migrations.RunPython(leave_as_they_are, migrations.RunPython.noop),
        migrations.RunPython(ask_anew, migrations.RunPython.noop, elidable=True),
    ]
