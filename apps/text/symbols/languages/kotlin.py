from apps.text.symbols.table import LanguageTable

KOTLIN = LanguageTable(
    name="kotlin",
    suffixes=(".kt", ".kts"),
    module="tree_sitter_kotlin",
    query="""
        (package_header (qualified_identifier) @package)
        (class_declaration name: (identifier) @name) @class
        (object_declaration name: (identifier) @name) @class
        (function_declaration name: (identifier) @name) @function
        (property_declaration (variable_declaration (identifier) @name)) @attribute
        (enum_entry (identifier) @name) @constant
        (type_alias type: (identifier) @name) @type
    """,
)
