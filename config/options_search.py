"""Options of search: vectors, summaries, fusion and reranking."""

from dataclasses import dataclass, field

from config.environment import Environment, OptionError


@dataclass(frozen=True, slots=True)
class EmbeddingOptions:
    """Where vectors come from. ``base_url`` and ``api_key`` serve the ``openai`` provider."""

    provider: str = "builtin"
    model: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    batch_size: int = 256


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
