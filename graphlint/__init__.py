"""graphlint: a static linter for the life of the autograd graph in PyTorch code.

`check_paths` and `check_source` check from Python what the command checks.
"""

from graphlint.common import import_path
from graphlint.common.version import __version__

if import_path.is_starting_as_module():
    # Before any other import: Python searches the current folder first, which may hold the code that is checked.
    import_path.remove_current_folder(started_as_module=True)

# As in `typing`, which is not imported here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphlint.api import Result, check_paths, check_source
    from graphlint.config.settings import Settings

__all__ = ["Result", "Settings", "__version__", "check_paths", "check_source"]

# Imported when they are first asked for, so that `graphlint --version` need not wait for the analysis.
_HOMES = {
    "Result": "graphlint.api",
    "check_paths": "graphlint.api",
    "check_source": "graphlint.api",
    "Settings": "graphlint.config.settings",
}


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib  # noqa: PLC0415

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """All public names, including those that are not imported yet."""
    return sorted([*globals(), *_HOMES])
