"""Selection of the frames of a traceback that are the user's own code."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from graphlint.explain.records import Frame
from graphlint.project.markers import PACKAGE

_INSTALLED = re.compile(r"[/\\](?:site|dist)-packages[/\\]")
_STANDARD_LIBRARY = re.compile(r"[/\\]lib(?:64)?[/\\]python\d[\d.t]*[/\\]|[/\\]Lib[/\\](?!site-packages)[^/\\]+\.py$")
_FRAMEWORKS = re.compile(
    r"(?<=[/\\])(?:torch[/\\](?:nn|autograd|optim|utils|amp|cuda|distributed|_dynamo|_functorch|_tensor|functional)"
    r"|pytorch_lightning|lightning[/\\](?:pytorch|fabric)|lightning_fabric|accelerate[/\\](?:accelerator|optimizer|utils)"
    r"|transformers[/\\](?:trainer|models|training|optimization)|ignite[/\\]engine|deepspeed[/\\]runtime)"
)
_STEM = re.compile(r"<(?!ipython-input)")


def is_user_code(frame: Frame) -> bool:
    """Return True if a frame is neither in an installed package, nor in the standard library, nor in a framework's own checkout."""
    if frame.cell is not None:
        return True
    return bool(frame.path) and not (
        _STEM.match(frame.path) or _INSTALLED.search(frame.path) or _STANDARD_LIBRARY.search(frame.path) or _is_of_framework(frame.path)
    )


def _is_of_framework(path: str) -> bool:
    """Return True for a file of a framework. A folder of this machine with a framework's name is the framework only if it is a package."""
    for found in _FRAMEWORKS.finditer(path):
        folder = path[: found.start()] + re.split(r"[/\\]", found[0])[0]
        if not os.path.isdir(folder) or os.path.isfile(os.path.join(folder, PACKAGE)):
            return True
    return False


def user_frames(frames: Iterable[Frame]) -> tuple[Frame, ...]:
    """Return the frames of the user's code, outermost first."""
    return tuple(frame for frame in frames if is_user_code(frame))
