from apps.text.symbols.table import LanguageTable

JAVA = LanguageTable(
    name="java",
    suffixes=(".java",),
    module="tree_sitter_java",
    query="""
        (package_declaration (_) @package)
        (class_declaration name: (identifier) @name) @class
        (interface_declaration name: (identifier) @name) @interface
        (enum_declaration name: (identifier) @name) @enum
        (record_declaration name: (identifier) @name) @class
        (annotation_type_declaration name: (identifier) @name) @interface
        (method_declaration name: (identifier) @name) @method
        (constructor_declaration name: (identifier) @name) @constructor
        (field_declaration declarator: (variable_declarator name: (identifier) @name)) @attribute
        (enum_constant name: (identifier) @name) @constant
    """,
)
