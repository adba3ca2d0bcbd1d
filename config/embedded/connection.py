"""Where the embedded database listens: known from the data folder alone, before any start."""

import hashlib
from pathlib import Path
from typing import Any

DATABASE = "pressmark"
ROLE = "pressmark"
SUPERUSER = "postgres"
# Never TMPDIR: every process must find the same folder, and a socket's path may have 103 bytes.
SOCKET_ROOT = Path("/tmp")  # noqa: S108 - the folder below it is 0700 and its owner is checked


def fingerprint(data_dir: Path) -> str:
    """Sixteen hexadecimal digits that stand for the resolved path of a data folder."""
    return hashlib.sha256(str(data_dir.expanduser().resolve()).encode()).hexdigest()[:16]


def socket_folder(data_dir: Path) -> Path:
    """The folder of the Unix socket: short, whatever the length of the data folder's path."""
    return SOCKET_ROOT / f"pressmark-{fingerprint(data_dir)}"


def database_settings(data_dir: Path) -> dict[str, Any]:
    """Django's `DATABASES` entry for the cluster of a data folder. Starts and touches nothing."""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": DATABASE,
        "USER": ROLE,
        "PASSWORD": "",
        "HOST": str(socket_folder(data_dir)),
        "PORT": "",
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }
