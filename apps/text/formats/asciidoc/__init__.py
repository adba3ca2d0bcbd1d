"""AsciiDoc, as the Asciidoctor documentation describes it (docs.asciidoctor.org)."""
