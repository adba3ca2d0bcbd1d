from apps.access.models.audit import AuditEntry
from apps.access.models.logins import LoginPlace, LoginTry
from apps.access.models.sign_ins import SignIn
from apps.access.models.sources import (
    GrantLevel,
    GroupGrant,
    Source,
    UserGrant,
    choice_check,
    grant_permissions,
    visibility_check,
)
from apps.access.models.sso import SsoIdentity, SsoMembership
from apps.access.models.tokens import AccessToken, Scope
from apps.access.models.users import User

__all__ = [
    "AccessToken",
    "AuditEntry",
    "GrantLevel",
    "GroupGrant",
    "LoginPlace",
    "LoginTry",
    "Scope",
    "SignIn",
    "Source",
    "SsoIdentity",
    "SsoMembership",
    "User",
    "UserGrant",
    "choice_check",
    "grant_permissions",
    "visibility_check",
]
