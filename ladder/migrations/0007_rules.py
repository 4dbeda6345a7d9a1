"""Rules become one whole document. The old form had the parameters of `place_points` and of the sum side by side."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

TABLES = {
    "2": [8, 2],
    "3": [9, 4, 2],
    "4": [10, 6, 3, 1],
    "5": [11, 7, 4, 2, 1],
    "6": [12, 8, 5, 3, 1, 1],
}


def whole(apps, schema_editor):
    for row in apps.get_model("ladder", "LadderRules").objects.all():
        old = row.params
        row.params = {
            "format": 1,
            "inclusion": {
                "games": [],
                "sizes": [],
                "training": False,
                "only_verified": False,
                "rule_set": "",
                "witness": False,
                "free": True,
                "tournaments": True,
            },
            "scheme": {"type": "place_points", "tables": old.get("tables", TABLES)},
            # The old form let 0 matches count; nobody can have meant it.
            "aggregation": {"type": "best", "n": max(old.get("best", 6), 1)},
            "minimum": old.get("minimum", 3),
            "participation": {"points": old.get("participation", 1), "matches": old.get("participation_matches", 6)},
            "weights": {"games": {}, "stages": {}, "verified": 0},
            "repeats": {"worth": "full", "first": 2},
            "tie_breaks": ["first_places", "share_beaten"],
            "lot_seed": "",
            "forfeits": {
                "conceded": "as_recorded",
                "left": "no_points",
                "bye_points": None,
                "stand_in_rated": True,
                "no_shows": 3,
                "no_show_days": 60,
            },
            "annual": {"type": "best", "n": 9},
        }
        row.save(update_fields=["params"])


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0006_target_edition"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("ladderrules", "words", models.TextField(blank=True, max_length=5000, verbose_name="in the community’s own words")),
        migrations.AddField("ladderrules", "since", models.CharField(blank=True, max_length=7)),
        migrations.AddField(
            "ladderrules",
            "created_by",
            models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(whole, migrations.RunPython.noop),
        migrations.RemoveField("ladderrules", "scheme"),
        migrations.AddField("scorerow", "extra", models.JSONField(blank=True, null=True)),
        migrations.AlterField("scorerow", "unit", models.BigIntegerField(default=1)),
        migrations.AddField("rankingrow", "extra", models.JSONField(blank=True, null=True)),
    ]
