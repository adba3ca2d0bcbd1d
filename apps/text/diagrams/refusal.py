"""Why a diagram is not drawn."""


class NotDrawnError(Exception):
    """Raised when a diagram's source is shown instead; its message ends "…, because "."""
