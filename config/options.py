"""What an operator may set, read once from the environment into frozen values."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

MEGABYTE = 1024 * 1024


class OptionError(ValueError):
    """An environment variable holds a value that cannot be used."""


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
class LimitOptions:
    """Ceilings on what may come in. Sizes in bytes."""

    document_bytes: int = 10 * MEGABYTE
    archive_bytes: int = 200 * MEGABYTE
    archive_unpacked_bytes: int = 1024 * MEGABYTE
    archive_ratio: int = 100
    archive_entries: int = 200_000
    batch_documents: int = 500
    query_chars: int = 1000


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
    limits: LimitOptions = LimitOptions()


class Environment:
    """Typed reads of ``PRESSMARK_*`` variables; a bad value names its variable."""

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self.values = os.environ if values is None else values

    def text(self, name: str, default: str = "") -> str:
        """The variable as written, stripped."""
        return self.values.get(f"PRESSMARK_{name}", default).strip()

    def number(self, name: str, default: int, *, least: int = 1) -> int:
        """A whole number of at least ``least``."""
        raw = self.text(name)
        if not raw:
            return default
        try:
            value = int(raw)
        except ValueError:
            raise OptionError(f"PRESSMARK_{name} must be a whole number, not {raw!r}.") from None
        if value < least:
            raise OptionError(f"PRESSMARK_{name} must be at least {least}, not {value}.")
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """A yes or no: true/false, yes/no, on/off, 1/0."""
        raw = self.text(name).lower()
        if not raw:
            return default
        if raw in {"1", "true", "yes", "on"}:
            return True
        if raw in {"0", "false", "no", "off"}:
            return False
        raise OptionError(f"PRESSMARK_{name} must be true or false, not {raw!r}.")

    def words(self, name: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A comma-separated list."""
        raw = self.text(name)
        return tuple(part.strip() for part in raw.split(",") if part.strip()) if raw else default


def read_options(environment: Environment, base_dir: Path) -> Options:
    """Build the options from the environment; raises `OptionError` on a bad value."""
    data_dir = Path(environment.text("DATA_DIR") or base_dir / "var").expanduser()
    limits = LimitOptions()
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
        limits=LimitOptions(
            document_bytes=environment.number("LIMITS__DOCUMENT_BYTES", limits.document_bytes),
            archive_bytes=environment.number("LIMITS__ARCHIVE_BYTES", limits.archive_bytes),
            archive_unpacked_bytes=environment.number(
                "LIMITS__ARCHIVE_UNPACKED_BYTES", limits.archive_unpacked_bytes
            ),
            archive_ratio=environment.number("LIMITS__ARCHIVE_RATIO", limits.archive_ratio),
            archive_entries=environment.number("LIMITS__ARCHIVE_ENTRIES", limits.archive_entries),
            batch_documents=environment.number("LIMITS__BATCH_DOCUMENTS", limits.batch_documents),
            query_chars=environment.number("LIMITS__QUERY_CHARS", limits.query_chars),
        ),
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
