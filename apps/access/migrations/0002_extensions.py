from django.contrib.postgres.operations import (
    BtreeGinExtension,
    CreateExtension,
    TrigramExtension,
    UnaccentExtension,
)
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("access", "0001_initial")]

    operations = [
        CreateExtension("vector"),
        TrigramExtension(),
        UnaccentExtension(),
        BtreeGinExtension(),
    ]
