from apps.text.symbols.table import LanguageTable, path_prefix

PYTHON = LanguageTable(
    name="python",
    suffixes=(".py", ".pyi"),
    module="tree_sitter_python",
    prefix=path_prefix("__init__"),
    has_docstrings=True,
    query="""
        (class_definition name: (identifier) @name) @class
        (function_definition name: (identifier) @name) @function
        (module (expression_statement (assignment left: (identifier) @name)) @variable)
        (class_definition body: (block
            (expression_statement (assignment left: (identifier) @name)) @attribute))
        (type_alias_statement left: (type (identifier) @name)) @type
    """,
)
