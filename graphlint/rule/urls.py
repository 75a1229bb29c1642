"""Addresses of the rule pages and of the project on the web.

`[project.urls]` in pyproject.toml is the only place that names them; they are read from the metadata of the installed distribution.
"""

from __future__ import annotations

import functools
import re

DISTRIBUTION = "torch-graphlint"
DOCUMENTATION, HOMEPAGE = "documentation", "homepage"
# Rules of other distributions have no page in this documentation.
OWN = re.compile(r"GL\d{3}")
# GitHub shows a file under its own name; a site shows a page without its suffix.
FILE_VIEW, SUFFIX = "/blob/", ".md"


def address_of(code: str, name: str) -> str | None:
    """Return the address of a rule's page, or None for a rule of another distribution or if the metadata has no documentation URL."""
    base = _documentation()
    if not base or not OWN.fullmatch(code):
        return None
    return f"{base}/rules/{name}{SUFFIX if FILE_VIEW in base else ''}"


def project_address() -> str | None:
    """Return the address of the project, or None if the metadata has none."""
    return _links().get(HOMEPAGE) or _documentation() or None


def _documentation() -> str:
    return _links().get(DOCUMENTATION, "").rstrip("/")


@functools.cache
def _links() -> dict[str, str]:
    from graphlint.common.distributions import project_urls  # noqa: PLC0415  not every run needs it

    return project_urls(DISTRIBUTION)
