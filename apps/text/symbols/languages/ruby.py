from apps.text.symbols.table import LanguageTable

RUBY = LanguageTable(
    name="ruby",
    suffixes=(".rb", ".rake"),
    module="tree_sitter_ruby",
    separator="::",
    query="""
        (module name: (_) @name) @module
        (class name: (_) @name) @class
        (method name: (_) @name) @function
        (singleton_method name: (_) @name) @function
        (assignment left: (constant) @name) @constant
    """,
)
