from apps.text.symbols.table import LanguageTable

SCALA = LanguageTable(
    name="scala",
    suffixes=(".scala", ".sc"),
    module="tree_sitter_scala",
    query="""
        (package_clause name: (package_identifier) @package)
        (class_definition name: (identifier) @name) @class
        (object_definition name: (identifier) @name) @class
        (trait_definition name: (identifier) @name) @trait
        (enum_definition name: (identifier) @name) @enum
        (simple_enum_case name: (identifier) @name) @constant
        (function_definition name: (identifier) @name) @function
        (function_declaration name: (identifier) @name) @function
        (val_definition pattern: (identifier) @name) @attribute
        (type_definition name: (type_identifier) @name) @type
    """,
)
