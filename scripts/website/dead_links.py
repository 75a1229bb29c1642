"""Links and anchors in the HTML of the site that lead nowhere, and what a page would load from another host."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("object", "data"), ("use", "href")}
IN_STYLES = re.compile(r"url\(\s*['\"]?(?:https?:)?//|@import\s+['\"](?:https?:)?//")
EXAMPLE = "example="


class Document(HTMLParser):
    """The links of a page, each with True if the page loads it, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[tuple[str, bool]] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" or (tag, name) == ("a", "name"):
                self.anchors.add(value or "")
            elif name in ("href", "src", "data") and value:
                self.links.append((value, (tag, name) in LOADED and ("rel", "canonical") not in attrs))


def problems(site: Path, base: str) -> list[str]:
    """Return what is wrong, a line for each problem.

    Args:
        base: the path of the site on its server, with which absolute links begin.
    """
    documents = {path.relative_to(site).as_posix(): Document(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    targets = _Targets(site, base, documents)
    found = [f"{name}: {problem}" for name, document in documents.items() for problem in _of_document(name, document, targets)]
    styles = (path for path in sorted(site.rglob("*.css")) if IN_STYLES.search(path.read_text(encoding="utf-8")))
    listed = re.findall(r"\]\(([^)]+)\)", (site / "llms.txt").read_text(encoding="utf-8"))
    found += [f"{path.relative_to(site)}: a style from another host" for path in styles]
    found += [f"llms.txt: {name} does not exist" for name in listed if not (site / name).is_file()]
    return found


class _Targets:
    """The files and anchors to which links may lead."""

    def __init__(self, site: Path, base: str, documents: dict[str, Document]) -> None:
        self.site, self._base, self.documents = site, base, documents
        self.examples = set(json.loads((site / "play" / "examples.json").read_text(encoding="utf-8")))

    def file(self, name: str, path: str) -> str | None:
        """Return the file that a link of a page shows, None if there is none."""
        if not path:
            return name
        if path.startswith("/"):
            return self._existing(path.removeprefix(self._base)) if path.startswith(self._base) else None
        return self._existing(posixpath.join(posixpath.dirname(name), path))

    @cache  # noqa: B019  one object, which lives as long as the check
    def _existing(self, path: str) -> str | None:
        for name in (path, posixpath.join(path, "index.html")):
            if (self.site / name).is_file():
                return posixpath.normpath(name)
        return None


def _of_document(name: str, document: Document, targets: _Targets) -> Iterator[str]:
    for link, is_loaded in document.links:
        address = urlsplit(link)
        if address.scheme in ("data", "mailto", "javascript"):
            continue
        if address.scheme or address.netloc:
            if is_loaded:
                yield f"loads {link}"
            continue
        file = targets.file(name, unquote(address.path))
        if file is None:
            yield f"{link} does not exist"
        elif address.fragment.startswith(EXAMPLE):
            if address.fragment.removeprefix(EXAMPLE) not in targets.examples:
                yield f"{link}: not an example of the playground"
        elif address.fragment and file in targets.documents and unquote(address.fragment) not in targets.documents[file].anchors:
            yield f"{link}: the page has no such anchor"
