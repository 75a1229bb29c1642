"""Option parsing whose errors name the nearest known option."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from graphlint.common.errors import UsageError
from graphlint.common.numbers import read_number
from graphlint.common.spelling import suggestion

if TYPE_CHECKING:
    Container: TypeAlias = argparse._ActionsContainer
else:
    Container = argparse.ArgumentParser

MOST = 1_000_000_000
"""The largest number that an option accepts."""
INVALID = re.compile(r"^argument (?:-\w/)?(--[\w-]+): invalid value ('.*?'): ")


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError instead of printing its usage and exiting."""

    def __init__(self, command: str, description: str, epilog: str = "", usage: str | None = None) -> None:
        super().__init__(
            prog=f"graphlint {command}",
            usage=usage,
            description=description,
            epilog=epilog or None,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Raise UsageError for a message of argparse, such as "argument --jobs: invalid value '0': expected ..."."""
        raise UsageError(INVALID.sub(r"invalid value \2 for \1: ", message).removeprefix("argument "))

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse options and paths in any order; only paths follow `--`.

        Raises:
            UsageError: for an unknown or incomplete option.
        """
        words = list(arguments)
        end = words.index("--") if "--" in words else len(words)
        options, unknown = self.parse_known_intermixed_args(words[:end])
        for argument in unknown:
            option = argument.partition("=")[0]
            accepted = (string for action in self._actions for string in action.option_strings if string.startswith("--"))
            # A short option is similar to every other one.
            meant = suggestion(option, accepted) if option.startswith("--") else ""
            raise UsageError(f"unknown option {option}{meant}")
        # When options and paths are mixed, argparse would parse what follows `--` as options again.
        for action in self._get_positional_actions():
            setattr(options, action.dest, [*getattr(options, action.dest), *words[end + 1 :]])
        return options


def one_of(choices: Iterable[str]) -> Callable[[str], str]:
    """Return a converter for argparse that accepts the given words."""
    accepted = list(choices)

    def convert(text: str) -> str:
        if text not in accepted:
            raise argparse.ArgumentTypeError(f"invalid value {text!r}: expected one of {', '.join(accepted)}{suggestion(text, accepted)}")
        return text

    return convert


def comma_separated(text: str) -> list[str]:
    """Convert comma-separated words for argparse."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise argparse.ArgumentTypeError("expected at least one name")
    return words


def count(text: str) -> int:
    """Convert a positive integer for argparse."""
    number = read_number(text, MOST)
    if not number:
        expected = f"an integer from 1 to {MOST}" if text.isascii() and text.isdigit() and number is None else "an integer >= 1"
        raise argparse.ArgumentTypeError(f"invalid value {text!r}: expected {expected}")
    return number
