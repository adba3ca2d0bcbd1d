"""What an operator may set, read once from the environment into frozen values."""

import re
from dataclasses import dataclass, field, fields
from pathlib import Path

from config.environment import Environment, OptionError
from config.oidc import OidcOptions, read_oidc
from config.options_search import (
    DocumentOptions,
    EmbeddingOptions,
    RerankOptions,
    SearchOptions,
    read_documents,
    read_embedding,
    read_rerank,
    read_search,
)

MEGABYTE = 1024 * 1024
IMAGE_HOST = re.compile(r"\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*")


@dataclass(frozen=True, slots=True)
class ChunkingOptions:
    """Sizes of the two chunkers: words for repositories, characters for collections."""

    max_words: int = 512
    overlap_words: int = 64
    max_chars: int = 4000
    min_chars: int = 400
    max_chunks: int = 512


@dataclass(frozen=True, slots=True)
class JobOptions:
    """Lease length in seconds and how often a job may be started before it is given up."""

    lease_seconds: int = 30
    max_attempts: int = 3


@dataclass(frozen=True, slots=True)
class GitOptions:
    """Hosts a sync may talk to (empty: any public host) and whether local paths are allowed."""

    allowed_hosts: tuple[str, ...] = ()
    allow_local_paths: bool = False


@dataclass(frozen=True, slots=True)
class PackOptions:
    """Context packs: hits to begin with, and the share of the best score that all must reach."""

    seeds: int = 20
    floor: float = 0.25


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """Ceilings on what may come in. Sizes in bytes."""

    document_bytes: int = 10 * MEGABYTE
    attachment_bytes: int = 10 * MEGABYTE
    # Of one collection, all its attachments together.
    attachments_bytes: int = 1024 * MEGABYTE
    archive_bytes: int = 200 * MEGABYTE
    archive_unpacked_bytes: int = 1024 * MEGABYTE
    archive_ratio: int = 100
    archive_entries: int = 200_000
    batch_documents: int = 500
    query_chars: int = 1000
    # Of one repository; files beyond are left out and say so.
    repository_symbols: int = 200_000


@dataclass(frozen=True, slots=True)
class LoginOptions:
    """Failed logins that are borne within ``minutes``.

    Of one name from one address (four times as many in a day), and of one address with any names.
    ``trusted_proxies`` counts the reverse proxies whose ``X-Forwarded-For`` tells the address.
    """

    name_failures: int = 5
    address_failures: int = 30
    minutes: int = 15
    trusted_proxies: int = 0


@dataclass(frozen=True, slots=True)
class QueryLogOptions:
    """How long questions are kept (0 days: not at all), and how many characters of each."""

    days: int = 30
    chars: int = 200


@dataclass(frozen=True, slots=True)
class Options:
    """Every Pressmark setting in one value: ``settings.PRESSMARK``."""

    data_dir: Path
    public_url: str = ""
    public_read: bool = False
    broker_url: str = ""
    embedding: EmbeddingOptions = field(default_factory=EmbeddingOptions)
    chunking: ChunkingOptions = ChunkingOptions()
    jobs: JobOptions = JobOptions()
    git: GitOptions = GitOptions()
    documents: DocumentOptions = field(default_factory=DocumentOptions)
    search: SearchOptions = field(default_factory=SearchOptions)
    rerank: RerankOptions = field(default_factory=RerankOptions)
    packs: PackOptions = PackOptions()
    limits: LimitOptions = LimitOptions()
    login: LoginOptions = LoginOptions()
    query_log: QueryLogOptions = QueryLogOptions()
    oidc: OidcOptions = field(default_factory=OidcOptions)
    image_hosts: tuple[str, ...] = ()


def read_options(environment: Environment, base_dir: Path) -> Options:
    """Build the options from the environment; raises `OptionError` on a bad value."""
    data_dir = Path(environment.text("DATA_DIR") or base_dir / "var").expanduser()
    chunking = ChunkingOptions(
        max_words=environment.number("CHUNKING__MAX_WORDS", 512),
        overlap_words=environment.number("CHUNKING__OVERLAP_WORDS", 64, least=0),
        max_chars=environment.number("CHUNKING__MAX_CHARS", 4000, least=100),
        min_chars=environment.number("CHUNKING__MIN_CHARS", 400, least=0),
        max_chunks=environment.number("CHUNKING__MAX_CHUNKS", 512),
    )
    if chunking.overlap_words >= chunking.max_words:
        raise OptionError("PRESSMARK_CHUNKING__OVERLAP_WORDS must be less than __MAX_WORDS.")
    return Options(
        data_dir=data_dir if data_dir.is_absolute() else base_dir / data_dir,
        public_url=environment.text("PUBLIC_URL").rstrip("/"),
        public_read=environment.flag("PUBLIC_READ"),
        broker_url=environment.text("BROKER_URL"),
        embedding=read_embedding(environment),
        chunking=chunking,
        jobs=JobOptions(
            lease_seconds=environment.number("JOBS__LEASE_SECONDS", 30, least=2),
            max_attempts=environment.number("JOBS__MAX_ATTEMPTS", 3),
        ),
        git=GitOptions(
            allowed_hosts=environment.words("GIT__ALLOWED_HOSTS"),
            allow_local_paths=environment.flag("GIT__ALLOW_LOCAL_PATHS"),
        ),
        documents=read_documents(environment),
        search=read_search(environment),
        rerank=read_rerank(environment),
        packs=PackOptions(
            seeds=environment.number("PACKS__SEEDS", 20),
            floor=environment.share("PACKS__FLOOR", 0.25),
        ),
        limits=read_limits(environment),
        login=read_login(environment),
        query_log=QueryLogOptions(
            days=environment.number("QUERY_LOG__DAYS", 30, least=0),
            chars=environment.number("QUERY_LOG__CHARS", 200, least=0),
        ),
        oidc=read_oidc(environment),
        image_hosts=read_image_hosts(environment),
    )


def read_image_hosts(environment: Environment) -> tuple[str, ...]:
    """Read hosts for the content security policy; `OptionError` for what is no host."""
    hosts = tuple(host.lower() for host in environment.words("IMAGE_HOSTS"))
    for host in hosts:
        if not IMAGE_HOST.fullmatch(host):
            raise OptionError(f"PRESSMARK_IMAGE_HOSTS must be names of hosts, not {host!r}.")
    return hosts


def read_limits(environment: Environment) -> LimitOptions:
    """Read each limit under the name of its field."""
    limits = LimitOptions()
    return LimitOptions(
        **{
            one.name: environment.number(f"LIMITS__{one.name.upper()}", getattr(limits, one.name))
            for one in fields(limits)
        }
    )


def read_login(environment: Environment) -> LoginOptions:
    """Read what stands against guessing passwords."""
    login = LoginOptions()
    return LoginOptions(
        name_failures=environment.number("LOGIN__NAME_FAILURES", login.name_failures),
        address_failures=environment.number("LOGIN__ADDRESS_FAILURES", login.address_failures),
        minutes=environment.number("LOGIN__MINUTES", login.minutes),
        trusted_proxies=environment.number("TRUSTED_PROXIES", login.trusted_proxies, least=0),
    )
