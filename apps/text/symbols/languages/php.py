from apps.text.symbols.table import LanguageTable

PHP = LanguageTable(
    name="php",
    suffixes=(".php",),
    module="tree_sitter_php",
    entry="language_php",
    separator="\\",
    query="""
        (namespace_definition name: (namespace_name) @package)
        (class_declaration name: (name) @name) @class
        (interface_declaration name: (name) @name) @interface
        (trait_declaration name: (name) @name) @trait
        (enum_declaration name: (name) @name) @enum
        (enum_case name: (name) @name) @constant
        (method_declaration name: (name) @name) @method
        (function_definition name: (name) @name) @function
        (const_declaration (const_element (name) @name)) @constant
        (property_element name: (variable_name (name) @name)) @attribute
    """,
)
