from apps.text.symbols.table import LanguageTable, path_prefix

SHARED = """
    (function_declaration name: (identifier) @name) @function
    (generator_function_declaration name: (identifier) @name) @function
    (method_definition name: (property_identifier) @name) @method
    (variable_declarator name: (identifier) @name
        value: [(arrow_function) (function_expression)]) @function
    (program (lexical_declaration (variable_declarator name: (identifier) @name) @variable))
    (program (export_statement
        (lexical_declaration (variable_declarator name: (identifier) @name) @variable)))
    (assignment_expression left: (member_expression) @name
        right: [(arrow_function) (function_expression)]) @function
"""
SILENT = frozenset({"prototype", "module", "exports", "this", "window"})

JAVASCRIPT = LanguageTable(
    name="javascript",
    suffixes=(".js", ".jsx", ".mjs", ".cjs"),
    module="tree_sitter_javascript",
    prefix=path_prefix("index"),
    silent=SILENT,
    query=f"""
        (class_declaration name: (identifier) @name) @class
        (field_definition property: (property_identifier) @name) @attribute
        {SHARED}
    """,
)
