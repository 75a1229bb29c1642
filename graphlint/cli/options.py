"""Parsing of options, with errors that name the nearest one that there is."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from graphlint.common.errors import UsageError
from graphlint.common.spelling import nearest

if TYPE_CHECKING:
    Group: TypeAlias = argparse._ActionsContainer
else:
    Group = argparse.ArgumentParser


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError rather than print its usage and end the process."""

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
        """Refuse the arguments.

        Args:
            message: argparse's words, "argument --jobs: ...".

        Raises:
            UsageError: always.
        """
        raise UsageError(message.removeprefix("argument "))

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse all arguments, options and paths in any order; behind `--` there are only paths.

        Args:
            arguments: what stands behind the command's name.

        Raises:
            UsageError: if one is not known or not complete.
        """
        given = list(arguments)
        end = given.index("--") if "--" in given else len(given)
        options, unknown = self.parse_known_intermixed_args(given[:end])
        for argument in unknown:
            option = argument.partition("=")[0]
            known = (string for action in self._actions for string in action.option_strings if string.startswith("--"))
            # One letter resembles nothing.
            meant = nearest(option, known) if option.startswith("--") else ""
            raise UsageError(f"there is no option {option}{meant}")
        # argparse, when it mixes options and paths, would take what follows `--` for options again.
        for action in self._get_positional_actions():
            setattr(options, action.dest, [*getattr(options, action.dest), *given[end + 1 :]])
        return options


def one_of(choices: Iterable[str]) -> Callable[[str], str]:
    """A converter for argparse that takes one of some words.

    Args:
        choices: the words.
    """
    known = list(choices)

    def convert(text: str) -> str:
        if text not in known:
            raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(known)}{nearest(text, known)}")
        return text

    return convert


def comma_separated(text: str) -> list[str]:
    """A converter for argparse that takes words separated by commas.

    Args:
        text: the words.
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise argparse.ArgumentTypeError("a name is missing")
    return words


def count(text: str) -> int:
    """A converter for argparse that takes a number from 1.

    Args:
        text: the number.
    """
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1")
    return int(text)
