from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("access", "0005_login_places")]

    operations = [
        migrations.AddField("auditentry", "address", models.GenericIPAddressField(null=True)),
        migrations.AddField(
            "auditentry",
            "token",
            models.CharField(blank=True, default="", max_length=120),
            preserve_default=False,
        ),
    ]
