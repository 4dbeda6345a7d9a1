from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ladder", "0003_months")]
    operations = [migrations.RenameField("publishtarget", "version", "edition")]
