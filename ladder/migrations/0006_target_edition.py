from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ladder", "0005_silence_hours")]
    operations = [migrations.RenameField("publishtarget", "version", "edition")]
