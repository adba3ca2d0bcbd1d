from apps.text.symbols.languages.javascript import SHARED, SILENT
from apps.text.symbols.table import LanguageTable, path_prefix

_QUERY = f"""
    (class_declaration name: (type_identifier) @name) @class
    (abstract_class_declaration name: (type_identifier) @name) @class
    (interface_declaration name: (type_identifier) @name) @interface
    (type_alias_declaration name: (type_identifier) @name) @type
    (enum_declaration name: (identifier) @name) @enum
    (internal_module name: (_) @name) @namespace
    (function_signature name: (identifier) @name) @function
    (method_signature name: (property_identifier) @name) @method
    (abstract_method_signature name: (property_identifier) @name) @method
    (property_signature name: (property_identifier) @name) @attribute
    (public_field_definition name: (property_identifier) @name) @attribute
    {SHARED}
"""

TYPESCRIPT = LanguageTable(
    name="typescript",
    suffixes=(".ts", ".mts", ".cts"),
    module="tree_sitter_typescript",
    entry="language_typescript",
    prefix=path_prefix("index"),
    silent=SILENT,
    query=_QUERY,
)
TSX = LanguageTable(
    name="tsx",
    suffixes=(".tsx",),
    module="tree_sitter_typescript",
    entry="language_tsx",
    prefix=path_prefix("index"),
    silent=SILENT,
    query=_QUERY,
)
