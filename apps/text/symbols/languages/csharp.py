from apps.text.symbols.table import LanguageTable

CSHARP = LanguageTable(
    name="csharp",
    suffixes=(".cs",),
    module="tree_sitter_c_sharp",
    query="""
        (file_scoped_namespace_declaration name: (_) @package)
        (namespace_declaration name: (_) @name) @scope
        (class_declaration name: (identifier) @name) @class
        (record_declaration name: (identifier) @name) @class
        (struct_declaration name: (identifier) @name) @struct
        (interface_declaration name: (identifier) @name) @interface
        (enum_declaration name: (identifier) @name) @enum
        (enum_member_declaration name: (identifier) @name) @constant
        (delegate_declaration name: (identifier) @name) @type
        (method_declaration name: (identifier) @name) @method
        (constructor_declaration name: (identifier) @name) @constructor
        (property_declaration name: (identifier) @name) @attribute
        (field_declaration
            (variable_declaration (variable_declarator name: (identifier) @name))) @attribute
    """,
)
