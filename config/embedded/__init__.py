"""The embedded PostgreSQL: started on demand, shared by every process, stopped by the last one."""

from config.embedded.cluster import EmbeddedCluster
from config.embedded.connection import database_settings
from config.embedded.errors import EmbeddedDatabaseError

__all__ = ["EmbeddedCluster", "EmbeddedDatabaseError", "database_settings"]
