"""Where a rule's page can be read on the web, if this distribution says where its documentation is."""

from __future__ import annotations

import functools

DISTRIBUTION = "torch-graphlint"
LABEL = "documentation"


def address_of(name: str) -> str | None:
    """The address of a rule's page; None as long as the project names no address of its documentation.

    Args:
        name: the rule's name.
    """
    base = _documentation()
    return f"{base}/rules/{name}" if base else None


@functools.cache
def _documentation() -> str:
    """What the distribution's metadata calls its documentation; empty if nothing."""
    from importlib.metadata import PackageNotFoundError, metadata  # noqa: PLC0415  slow to import, and not every run asks

    try:
        links = metadata(DISTRIBUTION).get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    known: dict[str, str] = {label.strip().casefold(): address.strip() for label, _, address in (link.partition(",") for link in links)}
    return known.get(LABEL, "").rstrip("/")
