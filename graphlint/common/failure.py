"""A file that could not be checked: an error in one file does not end the check of the others."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from graphlint.common.errors import GraphlintError

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a file could not be checked.

    `message` is one sentence, `detail` the traceback of an internal error. A `transient` failure may not happen again with the same files
    (out of memory, an unreadable file), so it is not cached.
    """

    path: str
    message: str
    detail: str = ""
    transient: bool = False


def catch_failures(path: str, check: Callable[[], Result], failure_result: Callable[[Failure], Result]) -> Result:
    """Run `check`, and turn any exception into a result by `failure_result`."""
    try:
        return check()
    except GraphlintError as error:
        return failure_result(Failure(path, str(error)))
    except Exception as error:  # noqa: BLE001  an internal error in one file must not end the run
        text = f"internal error in {path}: {_describe(error)}; please report it with the file (--verbose shows the traceback)"
        transient = isinstance(error, (OSError, MemoryError))
        return failure_result(Failure(path, text, "".join(traceback.format_exception(error)), transient))


def _describe(error: BaseException) -> str:
    first = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {first}" if first else type(error).__name__
