"""Arguments of the command line before any command reads them."""

import os
from collections.abc import Sequence


def find_unreadable(arguments: Sequence[str]) -> str | None:
    """Why these arguments cannot be used, in one line; None when they can.

    Bytes that are no UTF-8 arrive as lone surrogates (PEP 383), which neither the database nor
    the terminal takes. Names of files that exist may have them.
    """
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError:
            if not os.path.lexists(argument):
                return f"The argument {argument!a} is not valid UTF-8."
    return None
