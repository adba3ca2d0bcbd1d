from apps.text.symbols.languages.c import SHARED
from apps.text.symbols.table import LanguageTable

CPP = LanguageTable(
    name="cpp",
    # Headers are read as C++, whose grammar takes in C's.
    suffixes=(".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".h"),
    module="tree_sitter_cpp",
    separator="::",
    query=f"""
        (namespace_definition name: (_) @name) @scope
        (class_specifier name: (type_identifier) @name body: (_)) @class
        (field_declaration
            declarator: (function_declarator declarator: (field_identifier) @name)) @method
        (field_declaration declarator: (pointer_declarator
            declarator: (function_declarator declarator: (field_identifier) @name))) @method
        (function_definition declarator: (reference_declarator
            (function_declarator declarator: (_) @name))) @function
        (alias_declaration name: (type_identifier) @name) @type
        {SHARED}
    """,
)
