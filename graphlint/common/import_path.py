"""The import path of the process, without the current folder: it may hold the code that is checked.

This module and `graphlint/__init__` import only modules that Python has loaded before, and have no `from __future__`: an import that runs
before `remove_current_folder` searches the current folder first.
"""

import os
import sys

PACKAGE = "graphlint"


def is_starting_as_module() -> bool:
    """Return True while `python -m graphlint` imports the package, before its `__main__` runs."""
    if sys.argv[:1] != ["-m"] or len(sys.orig_argv) < len(sys.argv):
        return False
    # The word before the arguments: `graphlint` after `-m`, or `-mgraphlint`, `-Bmgraphlint`.
    word = sys.orig_argv[-len(sys.argv)]
    name = word.partition("m")[2] if word.startswith("-") else word
    return name.partition(".")[0] == PACKAGE


def remove_current_folder(started_as_module: bool = False) -> None:
    """Remove the entries of the path that mean the folder in which Python was started, whichever it is.

    These are the entry of `python -m`, and relative or empty entries, also of PYTHONPATH. An absolute entry of PYTHONPATH stays: it names a
    folder on purpose, and Python itself imports from it before graphlint starts. A folder from which graphlint itself was imported stays.

    Args:
        started_as_module: `python -m` has put the current folder first.
    """
    try:
        here = _normalized(os.getcwd())
    except OSError:
        return
    home = _normalized(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    variable = "" if sys.flags.ignore_environment else os.environ.get("PYTHONPATH", "")
    parts = variable.split(os.pathsep) if variable else []
    absolute = {_normalized(part) for part in parts if os.path.isabs(part)}
    # Python has made these absolute.
    relative = {_normalized(os.path.join(here, part)) for part in parts if not os.path.isabs(part)} - absolute
    has_own_entry = started_as_module and not sys.flags.isolated and not getattr(sys.flags, "safe_path", False)
    if has_own_entry and here != home and sys.path and _normalized(sys.path[0]) == here:
        del sys.path[0]
    sys.path[:] = [
        entry for entry in sys.path if _normalized(entry) == home or (os.path.isabs(entry) and _normalized(entry) not in relative)
    ]


def _normalized(path: str) -> str:
    """Return a path in the form in which two spellings of one folder are equal."""
    return os.path.normcase(os.path.realpath(path))
