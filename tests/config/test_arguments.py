import os
import subprocess
import sys
from pathlib import Path

from config.arguments import find_unreadable

MANAGE = Path(__file__).parents[2] / "manage.py"


def test_bytes_that_are_no_text_are_named_unless_they_name_a_file(tmp_path):
    assert find_unreadable(["search", "wörter", "--user", "ann"]) is None
    assert find_unreadable(["--user", "\udcff"]) == ("The argument '\\udcff' is not valid UTF-8.")
    file = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md")
    assert "is not valid UTF-8." in find_unreadable(["import_collection", file])
    Path(file).touch()
    assert find_unreadable(["import_collection", file]) is None


def test_every_command_says_so_in_one_line(tmp_path):
    command = [sys.executable, MANAGE, "search", "word", "--user", b"\xff"]
    environment = {**os.environ, "PRESSMARK_DATA_DIR": str(tmp_path)}
    ended = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "The argument '\\udcff' is not valid UTF-8.\n"
