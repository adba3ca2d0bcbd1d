"""The surroundings of every git process: nothing of the machine's own configuration, no hooks.

Settings go through ``GIT_CONFIG_COUNT`` (git-config manual, "Environment"), so that what is secret
in them never stands in an argument list, which everybody on the machine can read.
"""

import os
from collections.abc import Mapping

ALWAYS = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "credential.helper": "",
    "fetch.recurseSubmodules": "false",
    "fetch.writeCommitGraph": "false",
    "gc.auto": "0",
    "http.followRedirects": "false",
    "http.lowSpeedLimit": "1000",
    "http.lowSpeedTime": "60",
    "maintenance.auto": "false",
    "protocol.allow": "never",
}
KEPT = ("PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "SYSTEMROOT", "TMPDIR")


def git_environment(
    *,
    protocols: tuple[str, ...] = (),
    config: Mapping[str, str] | None = None,
    global_config: str = os.devnull,
) -> dict[str, str]:
    """Variables for one git process that may use these transports only (none: no remote at all)."""
    values = {name: os.environ[name] for name in KEPT if name in os.environ}
    values |= {
        "GIT_ALLOW_PROTOCOL": ":".join(protocols),
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": global_config,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "HOME": os.devnull,
        "LC_ALL": "C",
    }
    settings = {**ALWAYS, **{f"protocol.{name}.allow": "always" for name in protocols}}
    settings |= config or {}
    values["GIT_CONFIG_COUNT"] = str(len(settings))
    for number, (name, value) in enumerate(settings.items()):
        values[f"GIT_CONFIG_KEY_{number}"] = name
        values[f"GIT_CONFIG_VALUE_{number}"] = value
    return values
