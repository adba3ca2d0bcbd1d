"""Starts the embedded database for management commands."""

import atexit
import os
import sys
from collections.abc import Sequence

from config.embedded.cluster import PROJECT, EmbeddedCluster
from config.embedded.errors import EmbeddedDatabaseError
from config.environment import Environment, OptionError
from config.options import read_options

# Set for the children of `manage.py up`, which starts and stops the database itself.
MANAGED = "PRESSMARK_DATABASE_MANAGED"
SETTINGS = "config.settings"
WITHOUT_DATABASE = frozenset(
    {
        *("help", "version", "--help", "-h", "--version", "up", "test", "startproject", "startapp"),
        *("check", "collectstatic", "findstatic", "compilemessages", "makemessages"),
        *("diffsettings", "spectacular", "sqlmigrate"),
    }
)


def ensure_for_command(argv: Sequence[str]) -> None:
    """Start the database unless the command needs none, and let it go when the process ends.

    Does nothing under `DATABASE_URL`, below `manage.py up`, and under settings of another name.
    Ends the process with status 1 and one line when the database cannot start.
    """
    if not needs_database(argv):
        return
    try:
        data_dir = read_options(Environment(), PROJECT).data_dir
    except OptionError:
        return  # the settings report it, with Django's own words around it
    cluster = EmbeddedCluster(data_dir, say=lambda line: print(line, file=sys.stderr))
    try:
        cluster.ensure_running()
    except EmbeddedDatabaseError as error:
        sys.exit(str(error))
    atexit.register(cluster.release)


def needs_database(argv: Sequence[str]) -> bool:
    """Whether this command line is for the embedded database."""
    command = argv[1] if len(argv) > 1 else "help"
    if command in WITHOUT_DATABASE or {"--help", "-h"} & set(argv):
        return False
    if os.environ.get("DATABASE_URL") or os.environ.get(MANAGED):
        return False
    if any(argument.startswith("--settings") for argument in argv):
        return False
    return os.environ.get("DJANGO_SETTINGS_MODULE", SETTINGS) == SETTINGS
