"""What a prompt is: a text with arguments that a person starts an agent's work with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from apps.access.errors import FieldError, InvalidRequestError

LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument, always a text."""

    name: str
    description: str
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt; ``write`` turns the checked arguments into what is said in the user's name."""

    name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    write: Callable[[Mapping[str, str]], str]

    def fill(self, values: Mapping[str, str]) -> str:
        """The prompt's text. Raises `InvalidRequestError` naming each bad argument."""
        known = {argument.name for argument in self.arguments}
        errors = [
            FieldError(name[:100], "There is no argument of that name.")
            for name in values
            if name not in known
        ]
        for argument in self.arguments:
            text = values.get(argument.name, "").strip()
            if argument.is_required and not text:
                errors.append(FieldError(argument.name, "It is required."))
            if len(text) > LONGEST:
                errors.append(FieldError(argument.name, f"It has at most {LONGEST} characters."))
        if errors:
            message = f"{errors[0].field}: {errors[0].message}"
            raise InvalidRequestError(message, field_errors=errors)
        return self.write({name: text.strip() for name, text in values.items()})
