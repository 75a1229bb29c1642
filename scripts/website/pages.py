"""The pages of the site: each has a source in the repository, and a path on the site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INTERNAL = "docs/internal/"
PLAYGROUND, BEFORE_PLAYGROUND = "play", "Rules"
"""The folder of the playground on the site, and the entry of the navigation before it."""
NAVIGATION = (
    ("Home", "README.md"),
    ("Errors", "docs/errors/README.md"),
    ("Rules", "docs/rules/README.md"),
    ("Editors", "docs/editors.md"),
    ("CI", "docs/ci.md"),
    ("Agents", "docs/agents.md"),
    ("Notebooks", "docs/notebooks.md"),
    ("Explain a traceback", "docs/explain.md"),
    ("Pictures", "docs/pictures.md"),
    ("Confirm by a run", "docs/confirm.md"),
    ("Report a finding", "docs/report.md"),
    ("Settings", "docs/configuration.md"),
    ("Compared", "docs/compared.md"),
    ("Performance", "docs/performance.md"),
    ("Security", "docs/security.md"),
    ("Glossary", "docs/glossary.md"),
    ("Models of libraries", "docs/library-models.md"),
    ("Write a rule", "docs/writing-a-rule.md"),
    ("Changelog", "CHANGELOG.md"),
)
"""Titles of the navigation and their sources. Other pages of docs/ follow in the order of their names."""


@dataclass(frozen=True, slots=True)
class Page:
    """A Markdown file of the repository and its path on the site, which ends with .md, too."""

    source: str
    path: str

    @property
    def depth(self) -> int:
        """The number of folders around the page. Zensical adds one in links, for the folder of the page's HTML."""
        return self.path.count("/")


def pages() -> list[Page]:
    """Return all pages."""
    documents = (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md")))
    sources = ["README.md", "CHANGELOG.md", *(name for name in documents if not name.startswith(INTERNAL))]
    return [Page(source, page_path(source)) for source in sources]


def page_path(source: str) -> str:
    """Return the path on the site of a Markdown file of the repository."""
    path = source.removeprefix("docs/") if source.startswith("docs/") else source.lower()
    folder, _, name = path.rpartition("/")
    return f"{folder}/{name}".lstrip("/") if name.lower() != "readme.md" else f"{folder}/index.md".lstrip("/")


def navigation(found: list[Page], has_playground: bool) -> Iterator[tuple[str, str]]:
    """Yield title and path of each entry of the navigation. The pages of rules and errors are on the pages that list them."""
    listed = {source for _, source in NAVIGATION}
    for title, source in NAVIGATION:
        yield title, page_path(source)
        if title == BEFORE_PLAYGROUND and has_playground:
            yield "Playground", f"{PLAYGROUND}/"
    for page in found:
        if page.source not in listed and page.path.count("/") == 0:
            text = (ROOT / page.source).read_text(encoding="utf-8")
            yield next(line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")), page.path
