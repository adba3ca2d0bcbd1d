from django.db import migrations

NAME = "pressmark: questions whose time is over"
FUNCTION = "apps.retrieval.asking.purging.forget_old_questions"
HOURLY = "H"


def forwards(apps, schema_editor):
    schedules = apps.get_model("django_q", "Schedule").objects.using(schema_editor.connection.alias)
    schedules.update_or_create(
        name=NAME, defaults={"func": FUNCTION, "schedule_type": HOURLY, "repeats": -1}
    )


def backwards(apps, schema_editor):
    schedules = apps.get_model("django_q", "Schedule").objects.using(schema_editor.connection.alias)
    schedules.filter(name=NAME).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0005_keep_asked_questions"),
        ("django_q", "0018_task_success_index"),
    ]

    operations = [migrations.RunPython(forwards, backwards)]
