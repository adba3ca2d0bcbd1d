from apps.text.symbols.table import LanguageTable

BASH = LanguageTable(
    name="bash",
    suffixes=(".sh", ".bash"),
    module="tree_sitter_bash",
    query="""
        (function_definition name: (word) @name) @function
        (program (variable_assignment name: (variable_name) @name) @variable)
        (program (declaration_command (variable_assignment name: (variable_name) @name)) @variable)
    """,
)
