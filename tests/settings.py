"""Settings of the test run: a cluster of its own, a fresh data folder for every process."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# A developer's own settings must not change what the tests see.
for name in [name for name in os.environ if name.startswith("PRESSMARK_")]:
    del os.environ[name]
os.environ["PRESSMARK_SECRET_KEY"] = "tests-only"
os.environ["PRESSMARK_DATA_DIR"] = tempfile.mkdtemp(prefix="pressmark-tests-")
atexit.register(shutil.rmtree, os.environ["PRESSMARK_DATA_DIR"], ignore_errors=True)

from config.settings import *  # noqa: E402, F403
from config.settings import BASE_DIR, DATABASES, STATIC_ROOT, database_settings  # noqa: E402

# Kept between runs, so that initdb and the migrations run once.
TEST_CLUSTER: Path | None = None
if not os.environ.get("DATABASE_URL"):
    TEST_CLUSTER = BASE_DIR / "var" / "tests"
    DATABASES["default"] = database_settings(TEST_CLUSTER)
# Named by process, so that two runs at once in one working tree do not meet.
DATABASES["default"]["TEST"] = {"NAME": f"test_pressmark_{os.getpid()}"}
DATABASES["default"]["CONN_MAX_AGE"] = 0

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WHITENOISE_AUTOREFRESH = True  # serve on demand instead of listing every file for each client
STATIC_ROOT.mkdir()  # whitenoise warns when it is missing
