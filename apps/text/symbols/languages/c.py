from apps.text.symbols.table import LanguageTable

FUNCTIONS = """
    (function_definition declarator: (function_declarator declarator: (_) @name)) @function
    (function_definition declarator: (pointer_declarator
        declarator: (function_declarator declarator: (_) @name))) @function
    (declaration declarator: (function_declarator declarator: (identifier) @name)) @function
    (declaration declarator: (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name))) @function
"""
SHARED = f"""
    {FUNCTIONS}
    (struct_specifier name: (type_identifier) @name body: (_)) @struct
    (union_specifier name: (type_identifier) @name body: (_)) @struct
    (enum_specifier name: (type_identifier) @name body: (_)) @enum
    (enumerator name: (identifier) @name) @constant
    (type_definition declarator: (type_identifier) @name) @type
    (preproc_def name: (identifier) @name value: (_)) @macro
    (preproc_function_def name: (identifier) @name) @macro
    (translation_unit (declaration
        declarator: (init_declarator declarator: (identifier) @name)) @variable)
"""

C = LanguageTable(name="c", suffixes=(".c",), module="tree_sitter_c", query=SHARED)
