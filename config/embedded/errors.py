class EmbeddedDatabaseError(RuntimeError):
    """The embedded database cannot be used; the message is one line for the operator."""
