"""libcst, whose native module some platforms lack: a check goes on without it, and only the fixes are missing."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec


@cache
def why_no_libcst() -> str | None:
    """Return why libcst cannot be imported, None if it can."""
    try:
        import libcst  # noqa: PLC0415  it takes long to import, and few runs need it

        # The first parse imports the native module.
        libcst.parse_expression("x")
    except ImportError as error:
        return str(error)
    return None


def known_reason() -> str | None:
    """Return why libcst cannot be imported, as far as that is known without its import: a run answered from the cache makes no edit."""
    return why_no_libcst() if why_no_libcst.cache_info().currsize or find_spec("libcst") is None else None
