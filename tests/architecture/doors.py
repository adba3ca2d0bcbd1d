"""The table of doors: each way into the product, and what the leak matrix asks at it.

A door is named as the inventory finds it: by its URL pattern, as `admin:MODEL` for a page of the
admin, as `mcp:TOOL` for an MCP tool. A door that is missing here fails the inventory test.

Places in braces are filled from a target (tests/leaks/world.py): once from what is hidden, once
from what does not exist. Calls without a place are lists, in which the hidden must not show.
"""

from tests.architecture.admin_doors import ADMIN
from tests.architecture.api_doors import API
from tests.architecture.door import Door
from tests.architecture.mcp_doors import MCP
from tests.architecture.reader_doors import READER
from tests.architecture.reader_repo_doors import READER_REPOS
from tests.architecture.repo_doors import REPOS

# Nothing behind these depends on what somebody may read.
SILENT = frozenset(
    {
        *("healthz", "readyz", "login", "logout", "theme", "account/password", "account/connect"),
        *("view-as/end", "sso/login", "sso/callback"),
        *("api/schema/", "api/docs/", "api/(?P<rest>[\\s\\S]*)"),
        # The endpoint itself; its tools are doors of their own.
        *("mcp", "mcp/", ".well-known/oauth-protected-resource"),
        ".well-known/oauth-protected-resource/mcp",
        *("admin/login/", "admin/logout/", "admin/jsi18n/"),
        *("admin/password_change/", "admin/password_change/done/", "admin/(?P<url>.*)$"),
        "admin/^(?P<app_label>access|auth|jobs|repos|documents|collections|retrieval)/$",
    }
)

DOORS: dict[str, Door] = READER | READER_REPOS | API | REPOS | MCP | ADMIN
