from apps.text.symbols.table import LanguageTable

GO = LanguageTable(
    name="go",
    suffixes=(".go",),
    module="tree_sitter_go",
    query="""
        (package_clause (package_identifier) @package)
        (function_declaration name: (identifier) @name) @function
        (method_declaration
            receiver: (parameter_list (parameter_declaration type: (_) @owner))
            name: (field_identifier) @name) @method
        (type_spec name: (type_identifier) @name type: (struct_type)) @struct
        (type_spec name: (type_identifier) @name type: (interface_type)) @interface
        (type_spec name: (type_identifier) @name type: [(type_identifier) (qualified_type)
            (map_type) (slice_type) (array_type) (function_type) (pointer_type) (channel_type)
            (generic_type)]) @type
        (type_alias name: (type_identifier) @name) @type
        (method_elem name: (field_identifier) @name) @method
        (source_file (const_declaration (const_spec name: (identifier) @name) @constant))
        (source_file (var_declaration (var_spec name: (identifier) @name) @variable))
    """,
)
