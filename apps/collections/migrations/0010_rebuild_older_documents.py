from django.db import migrations

NAME = "pressmark: documents of older parsers"
FUNCTION = "apps.collections.rebuilding.rebuild_outdated"
ONCE = "O"


def forwards(apps, schema_editor):
    """Have documents that were stored before labels were known built again, once."""
    alias = schema_editor.connection.alias
    if apps.get_model("collections", "Document").objects.using(alias).exists():
        schedules = apps.get_model("django_q", "Schedule").objects.using(alias)
        schedules.update_or_create(
            name=NAME, defaults={"func": FUNCTION, "schedule_type": ONCE, "repeats": -1}
        )


def backwards(apps, schema_editor):
    schedules = apps.get_model("django_q", "Schedule").objects.using(schema_editor.connection.alias)
    schedules.filter(name=NAME).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("collections", "0009_keep_labels"),
        ("django_q", "0018_task_success_index"),
    ]

    operations = [migrations.RunPython(forwards, backwards)]
