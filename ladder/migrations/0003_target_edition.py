from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ladder", "0002_publishing")]
    operations = [migrations.RenameField("publishtarget", "version", "edition")]
