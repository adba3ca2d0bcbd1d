"""Every language that symbols are found in, by name and by the suffix of a file."""

from apps.text.symbols.languages.bash import BASH
from apps.text.symbols.languages.c import C
from apps.text.symbols.languages.cpp import CPP
from apps.text.symbols.languages.csharp import CSHARP
from apps.text.symbols.languages.go import GO
from apps.text.symbols.languages.java import JAVA
from apps.text.symbols.languages.javascript import JAVASCRIPT
from apps.text.symbols.languages.kotlin import KOTLIN
from apps.text.symbols.languages.lua import LUA
from apps.text.symbols.languages.php import PHP
from apps.text.symbols.languages.python import PYTHON
from apps.text.symbols.languages.ruby import RUBY
from apps.text.symbols.languages.rust import RUST
from apps.text.symbols.languages.scala import SCALA
from apps.text.symbols.languages.typescript import TSX, TYPESCRIPT
from apps.text.symbols.table import LanguageTable

LANGUAGES: dict[str, LanguageTable] = {
    table.name: table
    for table in (
        *(BASH, C, CPP, CSHARP, GO, JAVA, JAVASCRIPT, KOTLIN, LUA, PHP),
        *(PYTHON, RUBY, RUST, SCALA, TSX, TYPESCRIPT),
    )
}
_BY_SUFFIX = {suffix: table.name for table in LANGUAGES.values() for suffix in table.suffixes}


def language_of(path: str) -> str | None:
    """The language of a source file by its suffix; None for every other file."""
    name = path.rsplit("/", 1)[-1].lower()
    dot = name.rfind(".")
    return _BY_SUFFIX.get(name[dot:]) if dot > 0 else None
