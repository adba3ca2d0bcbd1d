"""RDoc markup, as its reference describes it (ruby.github.io/rdoc, "RDoc Markup Reference")."""
