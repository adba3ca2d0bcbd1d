class UpError(RuntimeError):
    """Pressmark cannot start; the message is one line for the operator."""
