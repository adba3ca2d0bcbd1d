from apps.text.symbols.table import LanguageTable, path_prefix

LUA = LanguageTable(
    name="lua",
    suffixes=(".lua",),
    module="tree_sitter_lua",
    prefix=path_prefix("init"),
    # The customary name of the table that a module returns.
    silent=frozenset({"M", "_M"}),
    query="""
        (function_declaration name: (_) @name) @function
        (assignment_statement (variable_list name: (_) @name)
            (expression_list value: (function_definition))) @function
    """,
)
