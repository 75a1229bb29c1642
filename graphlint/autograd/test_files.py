"""The files that hold tests."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

_TEST_FILE: Final = re.compile(r"(?:tests?_.*|.*_tests?|conftest)\.py")
_FOLDER: Final = "tests"


def is_test_file(path: str) -> bool:
    """Return True if a file holds tests, their fixtures or helpers, by its name or that of its folder.

    Args:
        path: the path in the project (`Project.is_test_file`): the folders around the project say nothing.
    """
    place = PurePath(path)
    return _TEST_FILE.fullmatch(place.name) is not None or place.parent.name == _FOLDER
