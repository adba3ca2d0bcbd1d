"""A small source in each language, and the declarations in it."""

from tests.text.symbols.sources_compiled import COMPILED
from tests.text.symbols.sources_scripting import SCRIPTING

SOURCES = COMPILED | SCRIPTING
