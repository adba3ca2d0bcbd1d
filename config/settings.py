"""Django settings, read from the environment (see docs/settings.md)."""

import os
from pathlib import Path

from csp.constants import NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from django.core.exceptions import ImproperlyConfigured

from config.databases import parse_database_url
from config.embedded import database_settings
from config.environment import Environment, OptionError
from config.options import read_options
from config.policies import image_sources
from config.secrets import load_secret_key
from config.unfold import UNFOLD  # noqa: F401  the admin's name and colours

BASE_DIR = Path(__file__).resolve().parent.parent
environment = Environment()

try:
    PRESSMARK = read_options(environment, BASE_DIR)
    DEBUG = environment.flag("DEBUG")
except OptionError as error:
    raise ImproperlyConfigured(str(error)) from None

SECRET_KEY = environment.text("SECRET_KEY") or load_secret_key(PRESSMARK.data_dir)
ALLOWED_HOSTS = list(environment.words("ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]")))
CSRF_TRUSTED_ORIGINS = [PRESSMARK.public_url] if PRESSMARK.public_url else []

INSTALLED_APPS = [
    "config",
    "unfold",
    # Without autodiscover: config.urls does it, so that commands start without the whole admin.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "guardian",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "apps.access",
    # Before django-q2, whose command "qcluster" it replaces.
    "apps.jobs",
    "django_q",
    "apps.repos",
    "apps.documents",
    "apps.collections",
    "apps.retrieval",
    "apps.api",
    "apps.reader",
    "apps.mcp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "apps.access.middleware.RequestIdMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.policies.AdminPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "apps.access.view_as_gate.ViewAsMiddleware",
    "config.turns.middleware.TurnsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {
    "default": parse_database_url(os.environ["DATABASE_URL"])
    if os.environ.get("DATABASE_URL")
    else database_settings(PRESSMARK.data_dir)
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "access.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "guardian.backends.ObjectPermissionBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
# Anonymous visitors are Django's AnonymousUser; guardian's own anonymous row is not wanted.
ANONYMOUS_USER_NAME = None

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = False
FORMAT_MODULE_PATH = ["config.formats"]
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = PRESSMARK.data_dir / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = PRESSMARK.data_dir / "files"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

DATA_UPLOAD_MAX_MEMORY_SIZE = PRESSMARK.limits.archive_bytes
DATA_UPLOAD_MAX_NUMBER_FILES = 5000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRESSMARK.public_url.startswith("https://")
SESSION_COOKIE_AGE = 14 * 24 * 3600
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SESSION_COOKIE_SECURE else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:", *image_sources(PRESSMARK.image_hosts)],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    },
}
# The Unfold admin evaluates Alpine expressions; only /admin/ gets this looser policy.
ADMIN_CONTENT_SECURITY_POLICY = {
    "script-src": [SELF, UNSAFE_EVAL, UNSAFE_INLINE],
    "style-src": [SELF, UNSAFE_INLINE],
}

# What `manage.py up` serves with. Each process takes its own memory; the database needs cores too.
PRESSMARK_WEB_PROCESSES = environment.number("WEB_PROCESSES", min(2, os.cpu_count() or 1))
# Cores that the built-in model computes on. `up` leaves its web server one: for something as short
# as a question a second one takes a third more of the processor and no less time.
PRESSMARK_MODEL_THREADS = environment.number("MODEL_THREADS", os.cpu_count() or 1)
# The number of the semaphore that `up` makes for its web processes; without it nobody waits.
PRESSMARK_TURNS = environment.number("TURNS", -1, least=0)

Q_CLUSTER = {
    "name": "pressmark",
    "label": "Queue",
    "workers": environment.number("WORKERS", 2),
    # Jobs renew a lease of their own (apps.jobs), so django-q2 must not kill or repeat long ones.
    "timeout": 24 * 3600,
    "retry": 25 * 3600,
    "max_attempts": 1,
    "ack_failures": True,
    "queue_limit": 4,
    "save_limit": 200,
    "poll": 0.5,
    "catch_up": False,
    **({"redis": PRESSMARK.broker_url} if PRESSMARK.broker_url else {"orm": "default"}),
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "apps.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["apps.api.permissions.TokenScope"],
    "DEFAULT_PAGINATION_CLASS": "apps.api.pagination.Pages",
    "DEFAULT_PARSER_CLASSES": ["apps.api.parsers.JsonBody"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["apps.api.throttling.RequestRate"],
    # Per user, or per address for visitors who are not signed in.
    "DEFAULT_THROTTLE_RATES": {
        "user": f"{environment.number('LIMITS__USER_REQUESTS_PER_MINUTE', 6000)}/min",
        "address": f"{environment.number('LIMITS__ADDRESS_REQUESTS_PER_MINUTE', 300)}/min",
    },
    "EXCEPTION_HANDLER": "apps.api.errors.handle_exception",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Pressmark",
    "DESCRIPTION": (
        "Documentation search, reading and editing under one access rule.\n\n"
        "Send a personal access token (`Authorization: Bearer pmk_pat_…`) or a session. Reading "
        "and searching need the scope `api:read`, everything else `api:write`. Lists come in "
        "pages, errors in one shape; what you may not read is answered like what does not exist."
    ),
    "VERSION": "0.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api",
    "TAGS": [
        {"name": name}
        for name in (
            *("Collections", "Documents", "Attachments", "Links", "Repositories"),
            *("Repository documents", "Search", "Query log", "Jobs", "Access", "Tokens"),
        )
    ],
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {"ident": {"type": "string", "format": "uuid"}, "key": str},
    "ENUM_NAME_OVERRIDES": {
        "AskedStatusEnum": "apps.retrieval.models.AskedStatus",
        "BucketEnum": "apps.repos.models.Bucket",
        "DocumentKindEnum": "apps.documents.models.DocumentKind",
        "IngestStateEnum": ["created", "replaced", "unchanged", "error"],
        "JobKindEnum": "apps.jobs.models.JobKind",
        "JobStatusEnum": "apps.jobs.models.JobStatus",
        "RunStatusEnum": "apps.repos.models.RunStatus",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "apps.api.schema.add_error_answers",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"apps": {"level": "INFO"}, "django-q": {"level": "WARNING"}},
}

# Models that carry visibility and grants; whatever hangs on a source asks these.
PRESSMARK_SOURCES = ("collections.Collection", "repos.Repository")
# Says which tools a token can be limited to.
PRESSMARK_TOOLS = "apps.mcp.tools.registry.tool_names"
# Job kind -> the function that does the work, called as handler(run) by the job runner.
PRESSMARK_JOB_HANDLERS = {
    "embed": "apps.retrieval.embedding.job.embed_source",
    "evaluate": "apps.retrieval.golden.job.run_evaluation",
    "purge": "apps.documents.jobs.purge",
    "rechunk": "apps.collections.jobs.rechunk",
    "relink": "apps.documents.jobs.relink",
    "resolve_links": "apps.collections.jobs.resolve_links",
    "sync": "apps.documents.jobs.sync",
    "upload": "apps.collections.jobs.ingest_upload",
}
# What happens, in this order and inside the same transaction, once a document's chunks are stored.
PRESSMARK_CHUNKS_STORED = ("apps.retrieval.indexing.index_chunks",)
# What can be done to chosen sources in the admin beyond what their own floor knows of.
PRESSMARK_SOURCE_DEEDS = ("apps.retrieval.admin_deeds.REEMBED",)
# Doors, by their route, at which a POST only asks; open while an admin sees as somebody else.
PRESSMARK_READING_DOORS = frozenset(
    {
        "api/retrieve",
        "api/route",
        "api/context",
        "api/md-collections/<ident:collection_id>/search",
        "theme",
    }
)
# The cards of the admin's first page, in this order: callables that take the user.
PRESSMARK_ADMIN_CARDS = (
    "apps.repos.admin_cards.repository_cards",
    "apps.collections.admin_cards.collection_cards",
    "apps.jobs.admin_cards.job_cards",
    "apps.retrieval.admin_cards.index_cards",
    "apps.retrieval.admin_cards.question_cards",
)
# What `manage.py up` calls once, on an empty database.
PRESSMARK_FIRST_RUN = ("apps.collections.demo.load_demo",)
