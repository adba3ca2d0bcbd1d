"""The generated secret key, kept in the data folder."""

import os
import secrets
from pathlib import Path


def load_secret_key(data_dir: Path) -> str:
    """Read the key of this installation, making it on first use (file mode 0600)."""
    path = data_dir / "secret_key"
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        data_dir.mkdir(parents=True, exist_ok=True)
    key = secrets.token_urlsafe(64)
    partial = path.with_name(f"secret_key.{os.getpid()}")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(key)
    try:
        # link() refuses to replace, so two first starts at once agree on one key.
        os.link(partial, path)
    except FileExistsError:
        pass
    finally:
        partial.unlink()
    return path.read_text("ascii").strip()
