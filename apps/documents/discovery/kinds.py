"""Which files of a repository are documents, and of which kind: the first rule that matches wins.

Paths are POSIX paths relative to the repository's root; letter case never matters.
"""

import re
from pathlib import PurePosixPath

from apps.documents.models import DocumentKind

DOC_SUFFIXES = frozenset(
    ".md .markdown .mdx .cheatmd .rst .adoc .asciidoc .rdoc .org".split()  # noqa: SIM905
)
DOCS_FOLDER_SUFFIXES = frozenset({".html", ".htm", ".txt"})
API_SUFFIXES = frozenset({".yaml", ".yml", ".json"})
_EXAMPLE_FOLDERS = frozenset({"example", "examples", "sample", "samples"})
_EXAMPLE_SUFFIXES = frozenset(
    ".go .py .ts .tsx .js .json .toml .yaml .yml .md .mdx .rst".split()  # noqa: SIM905
)
_TEST_FOLDERS = frozenset({"test", "tests"})
_TEST_SUFFIXES = frozenset({".go", ".js", ".ts", ".py"})
_CONFIG_NAME = re.compile(
    r"dockerfile|makefile|(docker-)?compose\.ya?ml|go\.mod|go\.work|package(-lock)?\.json"
    r"|pyproject\.toml"
)
_CONFIG_FOLDERS = frozenset({"deploy", "deployment", "helm", "k8s", "ops", ".devcontainer"})
_CONFIG_SUFFIXES = frozenset({".cfg", ".conf", ".ini", ".json", ".toml", ".yaml", ".yml"})
_LET_IN = frozenset({".devcontainer", ".github"})
_NEVER = frozenset(
    {
        *("node_modules", "dist", "build", "venv", ".venv", "__pycache__", ".cograph", ".cache"),
        *(".tox", ".idea", ".vscode", ".mypy_cache", ".pytest_cache", ".ruff_cache"),
    }
)


def is_excluded(path: str) -> bool:
    """Whether a folder on the way keeps a file out.

    A folder whose name starts with a dot is let in when a later one is called ``skills``.
    """
    parents = path.lower().split("/")[:-1]
    for place, name in enumerate(parents):
        if name in _NEVER:
            return True
        if name.startswith(".") and name not in _LET_IN and "skills" not in parents[place + 1 :]:
            return True
    return False


def may_be_api(path: str) -> bool:
    """Whether only its content can tell that a file is a document: an API description."""
    return suffix_of(path) in API_SUFFIXES and not is_excluded(path)


def classify(path: str) -> DocumentKind | None:
    """The kind of a file by its path, None when no rule matches.

    What `may_be_api` and by its content is one (`is_openapi`) is a Repo Doc before any rule here.
    """
    if is_excluded(path):
        return None
    lower = path.lower()
    *folders, name = lower.split("/")
    suffix = suffix_of(lower)
    if suffix in DOC_SUFFIXES:
        return DocumentKind.REPO_DOC
    if suffix in DOCS_FOLDER_SUFFIXES and "docs" in folders:
        return DocumentKind.REPO_DOC
    if folders == [".github", "workflows"] and suffix in {".yml", ".yaml"}:
        return DocumentKind.WORKFLOW
    if _EXAMPLE_FOLDERS.intersection(folders) and suffix in _EXAMPLE_SUFFIXES:
        return DocumentKind.EXAMPLE
    if _TEST_FOLDERS.intersection(folders) and _is_test(name, suffix):
        return DocumentKind.TEST
    return DocumentKind.CONFIG if _is_config(folders, name, suffix) else None


def suffix_of(path: str) -> str:
    """The suffix in lower case, with its dot; empty without one."""
    return PurePosixPath(path).suffix.lower()


def is_environment_file(path: str) -> bool:
    """Whether a file holds environment variables, by its name."""
    return path.lower().rsplit("/", 1)[-1].startswith(".env")


def _is_test(name: str, suffix: str) -> bool:
    return suffix in _TEST_SUFFIXES and (name.startswith("test_") or name.endswith("_test.go"))


def _is_config(folders: list[str], name: str, suffix: str) -> bool:
    if is_environment_file(name):
        return True
    if not folders:
        return bool(_CONFIG_NAME.fullmatch(name))
    return folders[0] in _CONFIG_FOLDERS and suffix in _CONFIG_SUFFIXES
