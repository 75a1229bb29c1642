"""Links of Markdown: those to pages become relative on the site, pictures are copied, other files are linked in the repository."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from website.pages import INTERNAL, ROOT, Page

LINK = re.compile(
    r"(?P<code>^```.*?^```$|`[^`\n]+`)|(?P<before>\]\(|^\[[^\]\n]+\]: +)(?P<target>[^)\s]+)",
    re.DOTALL | re.MULTILINE,
)
PICTURES = (".svg", ".png")


@dataclass
class Links:
    """Rewrites the links of pages, and collects the pictures that they show and the files that do not exist.

    Args:
        pages: the paths on the site by the files of the repository.
        repository: the address of the repository.
    """

    pages: Mapping[str, str]
    repository: str
    pictures: dict[str, str] = field(default_factory=dict)
    dead: list[str] = field(default_factory=list)

    def rewritten(self, page: Page, text: str) -> str:
        """Return the text of a page with its links as they are on the site."""

        def replaced(found: re.Match[str]) -> str:
            return found[0] if found["code"] else found["before"] + self._target(page, found["target"])

        return LINK.sub(replaced, text)

    def _target(self, page: Page, target: str) -> str:
        path, mark, anchor = target.partition("#")
        raw = self.repository.replace("//github.com", "//raw.githubusercontent.com") + "/main/"
        for base in (raw, f"{self.repository}/blob/main/"):
            if path.startswith(base):
                return self._file(page, path.removeprefix(base), mark + anchor)
        if "://" in target or target.startswith(("#", "mailto:")):
            return target
        return self._file(page, posixpath.normpath(posixpath.join(posixpath.dirname(page.source), path)), mark + anchor)

    def _file(self, page: Page, name: str, anchor: str) -> str:
        """Return the link to a file of the repository."""
        if not (ROOT / name).exists():
            self.dead.append(f"{page.source}: {name} does not exist")
        if name in self.pages:
            return self._relative(page, self.pages[name]) + anchor
        if name.endswith(PICTURES) and not name.startswith(INTERNAL):
            self.pictures[name] = name.removeprefix("docs/")
            return self._relative(page, self.pictures[name])
        return f"{self.repository}/{'tree' if (ROOT / name).is_dir() else 'blob'}/main/{name}{anchor}"

    def _relative(self, page: Page, path: str) -> str:
        return posixpath.relpath(path, posixpath.dirname(page.path) or ".")
