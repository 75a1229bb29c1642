"""libcst, whose native module some platforms lack: a check goes on without it, and only the fixes are missing."""

from __future__ import annotations

from functools import cache


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
