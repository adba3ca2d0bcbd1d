"""Nothing imports upwards, and siblings never import each other."""

import subprocess
import sys

import pytest

from tests.architecture.tree import FLOORS, PROJECT, imported_modules, python_files, relative

HEIGHT = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}


def test_every_room_stands_on_a_floor():
    rooms = {path.name for path in (PROJECT / "apps").iterdir() if (path / "__init__.py").exists()}
    assert rooms == set(HEIGHT)


def is_above_or_beside(other: str, room: str) -> bool:
    return other != room and HEIGHT[room] >= HEIGHT.get(other, len(FLOORS))


def test_nothing_imports_upwards_or_sideways():
    wrong = set()
    for path in python_files("apps"):
        room = path.relative_to(PROJECT / "apps").parts[0]
        for name in imported_modules(path):
            parts = name.split(".")
            if parts[0] == "config":
                wrong.add(f"{relative(path)} imports the configuration")
            elif parts[0] == "apps" and len(parts) > 1 and is_above_or_beside(parts[1], room):
                wrong.add(f"{relative(path)} imports {name}")
    assert sorted(wrong) == []


def test_text_is_plain_python():
    banned = {"django", "rest_framework", "guardian", "psycopg"}
    wrong = [
        relative(path)
        for path in python_files("apps/text")
        if banned & {name.split(".")[0] for name in imported_modules(path)}
    ]
    assert wrong == []


def test_the_import_contracts_hold():
    pytest.importorskip("importlinter", reason="import-linter belongs to the lint tools")
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as l; l()"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_guardian_shortcuts_and_the_queue_have_one_door_each():
    doors = {"guardian.shortcuts": [], "django_q.tasks": ["apps/jobs/queue.py"]}
    for module, allowed in doors.items():
        importers = [
            relative(path)
            for path in python_files("apps", "config")
            if any(
                name == module or name.startswith(f"{module}.") for name in imported_modules(path)
            )
        ]
        assert importers == allowed
        assert f'"{module}"' in (PROJECT / "pyproject.toml").read_text()


def test_our_apps_do_not_talk_by_signals():
    ours = [
        relative(path)
        for path in python_files("apps")
        if any(
            name.startswith(("django.db.models.signals", "django.dispatch"))
            for name in imported_modules(path)
        )
    ]
    assert ours == []
