from apps.text.symbols.table import LanguageTable, path_prefix

RUST = LanguageTable(
    name="rust",
    suffixes=(".rs",),
    module="tree_sitter_rust",
    separator="::",
    prefix=path_prefix("lib", "main", "mod"),
    query="""
        (mod_item name: (identifier) @name body: (_)) @module
        (impl_item type: (_) @name) @scope
        (struct_item name: (type_identifier) @name) @struct
        (union_item name: (type_identifier) @name) @struct
        (enum_item name: (type_identifier) @name) @enum
        (enum_variant name: (identifier) @name) @constant
        (trait_item name: (type_identifier) @name) @trait
        (type_item name: (type_identifier) @name) @type
        (function_item name: (identifier) @name) @function
        (function_signature_item name: (identifier) @name) @function
        (const_item name: (identifier) @name) @constant
        (static_item name: (identifier) @name) @variable
        (macro_definition name: (identifier) @name) @macro
    """,
)
