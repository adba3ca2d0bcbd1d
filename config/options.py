"""What an operator may set, read once from the environment into frozen values."""

import re
from dataclasses import dataclass, field, fields
from pathlib import Path

from config.environment import Environment, OptionError
from config.oidc import OidcOptions, read_oidc

MEGABYTE = 1024 * 1024
IMAGE_HOST = re.compile(r"\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*")


@dataclass(frozen=True, slots=True)
class EmbeddingOptions:
    """Where vectors come from. ``base_url`` and ``api_key`` serve the ``openai`` provider."""

    provider: str = "builtin"
    model: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    batch_size: int = 256


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
class DocumentOptions:
    """How sections of repository documents are summed up, and which stand beside a symbol.

    ``summaries``: ``first-sentence``; ``embedding``: the most central sentence, by the embedder; or
    ``off``. A symbol that is found comes with the ``context_limit`` most relevant sections about it
    (0: none), as far as they mean it with a confidence of at least ``context_threshold``.
    """

    summaries: str = "first-sentence"
    context_limit: int = 3
    context_threshold: float = 0.5


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How streams are put together: ``mix`` of scores or ``rrf``; meaning's part of a mix in %."""

    fusion: str = "mix"
    dense_percent: int = 40


@dataclass(frozen=True, slots=True)
class PackOptions:
    """Context packs: hits to begin with, and the share of the best score that all must reach."""

    seeds: int = 20
    floor: float = 0.25


@dataclass(frozen=True, slots=True)
class RerankOptions:
    """Who reads question and passage together: ``none``, ``onnx`` (a folder) or ``endpoint``.

    ``model`` is the folder, or the endpoint's name for its model. The best ``candidates`` passages
    are put in a new order when at least ``least_candidates`` were found.
    """

    provider: str = "none"
    model: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    candidates: int = 50
    least_candidates: int = 50


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
    embedding: EmbeddingOptions = EmbeddingOptions()
    chunking: ChunkingOptions = ChunkingOptions()
    jobs: JobOptions = JobOptions()
    git: GitOptions = GitOptions()
    documents: DocumentOptions = DocumentOptions()
    search: SearchOptions = SearchOptions()
    rerank: RerankOptions = RerankOptions()
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


def read_search(environment: Environment) -> SearchOptions:
    """Read how streams are fused; `OptionError` for an unknown way or a part over 100 %."""
    fusion = environment.text("SEARCH__FUSION", "mix").lower() or "mix"
    if fusion not in {"mix", "rrf"}:
        raise OptionError(f"PRESSMARK_SEARCH__FUSION must be mix or rrf, not {fusion!r}.")
    percent = environment.number("SEARCH__DENSE_PERCENT", SearchOptions().dense_percent, least=0)
    if percent > 100:
        raise OptionError(f"PRESSMARK_SEARCH__DENSE_PERCENT must be at most 100, not {percent}.")
    return SearchOptions(fusion, percent)


def read_rerank(environment: Environment) -> RerankOptions:
    """Read who reranks; `OptionError` when it is unknown or does not say where it is."""
    provider = environment.text("RERANK__PROVIDER", "none").lower() or "none"
    if provider not in {"none", "onnx", "endpoint"}:
        raise OptionError(
            f"PRESSMARK_RERANK__PROVIDER must be none, onnx or endpoint, not {provider!r}."
        )
    options = RerankOptions(
        provider=provider,
        model=environment.text("RERANK__MODEL"),
        base_url=environment.text("RERANK__BASE_URL").rstrip("/"),
        api_key=environment.text("RERANK__API_KEY"),
        candidates=environment.number("RERANK__CANDIDATES", 50),
        least_candidates=environment.number("RERANK__LEAST_CANDIDATES", 50),
    )
    if provider == "onnx" and not options.model:
        raise OptionError("PRESSMARK_RERANK__MODEL must name the folder of the ONNX model.")
    if provider == "endpoint" and not options.base_url:
        raise OptionError("PRESSMARK_RERANK__BASE_URL must name the endpoint that reranks.")
    return options


def read_documents(environment: Environment) -> DocumentOptions:
    """Read how documents are summed up; `OptionError` for an unknown way."""
    known = ("first-sentence", "embedding", "off")
    summaries = environment.text("DOCUMENTS__SUMMARIES", "first-sentence").lower() or known[0]
    if summaries not in known:
        raise OptionError(
            f"PRESSMARK_DOCUMENTS__SUMMARIES must be one of {', '.join(known)}, not {summaries!r}."
        )
    return DocumentOptions(
        summaries,
        context_limit=environment.number("DOCUMENTS__CONTEXT_LIMIT", 3, least=0),
        context_threshold=environment.share("DOCUMENTS__CONTEXT_THRESHOLD", 0.5),
    )


def read_embedding(environment: Environment) -> EmbeddingOptions:
    """Read the provider; `OptionError` when it is unknown or its address is missing."""
    provider = environment.text("EMBEDDING__PROVIDER", "builtin").lower() or "builtin"
    if provider not in {"builtin", "openai", "none"}:
        raise OptionError(
            f"PRESSMARK_EMBEDDING__PROVIDER must be builtin, openai or none, not {provider!r}."
        )
    options = EmbeddingOptions(
        provider=provider,
        model=environment.text("EMBEDDING__MODEL"),
        base_url=environment.text("EMBEDDING__BASE_URL").rstrip("/"),
        api_key=environment.text("EMBEDDING__API_KEY"),
        batch_size=environment.number("EMBEDDING__BATCH_SIZE", 256),
    )
    if provider == "openai" and not (options.base_url and options.model):
        raise OptionError(
            "The openai provider needs PRESSMARK_EMBEDDING__BASE_URL and "
            "PRESSMARK_EMBEDDING__MODEL."
        )
    return options
