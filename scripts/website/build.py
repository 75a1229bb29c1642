"""Builds the site: the sources with their links in build/site-source, then their HTML by Zensical in build/site."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from graphlint.explain.messages import messages
from graphlint.rule.urls import FILE_VIEW
from website import rules_table
from website.examples import Example, examples, with_links
from website.links import Links
from website.pages import PLAYGROUND, ROOT, Page, navigation, pages

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SOURCE, SITE = ROOT / "build" / "site-source", ROOT / "build" / "site"
THEME = Path(__file__).parent / "theme"
BUILD_PLAYGROUND = ROOT / "playground" / "build.py"
RULES = "docs/rules/README.md"
EXAMPLES = "examples.json"


class BuildError(Exception):
    """A reason why the site cannot be built."""


def project() -> dict[str, Any]:
    """Return the project's metadata."""
    metadata: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return metadata


def address() -> str:
    """Return the address at which the site is published, empty while the documentation is read on GitHub."""
    documentation: str = project()["urls"]["Documentation"].rstrip("/")
    return "" if FILE_VIEW in documentation else f"{documentation}/"


def build() -> None:
    """Build the site. Without the playground's packages it has no playground and no links to it."""
    for folder in (SOURCE, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    SOURCE.mkdir(parents=True)
    found, programs = pages(), examples()
    listed = {example.key: {"title": example.title, "code": example.code} for example in programs}
    (SOURCE / EXAMPLES).write_text(json.dumps(listed, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    has_playground = _build_playground()
    plain = _write_sources(found, project()["urls"]["Source"], programs if has_playground else [])
    (SOURCE / "zensical.toml").write_text(_settings(found, has_playground), encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "zensical", "build", "--strict", "--clean"], cwd=SOURCE, check=False)
    if done.returncode:
        raise BuildError("Zensical has failed: is it installed (pip install --group site)?")
    (SOURCE / "site").rename(SITE)
    _write_copies(found, plain)
    if has_playground:
        shutil.copytree(SOURCE / PLAYGROUND, SITE / PLAYGROUND)
    (SITE / PLAYGROUND).mkdir(exist_ok=True)
    shutil.copy(SOURCE / EXAMPLES, SITE / PLAYGROUND / EXAMPLES)


def _build_playground() -> bool:
    """Build the playground, and return True if the site has one."""
    if not BUILD_PLAYGROUND.exists():
        print("the playground is left out: playground/build.py does not exist")
        return False
    command = [sys.executable, str(BUILD_PLAYGROUND), str(SOURCE / PLAYGROUND), "--examples", str(SOURCE / EXAMPLES)]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        print("the playground is left out: its build has failed (see above)")
        return False
    return True


def _write_sources(found: list[Page], repository: str, programs: list[Example]) -> dict[Page, str]:
    """Write the Markdown that Zensical reads, and return that of each page without links to the playground."""
    links = Links({page.source: page.path for page in found}, repository)
    plain = {page: links.rewritten(page, (ROOT / page.source).read_text(encoding="utf-8")) for page in found}
    if links.dead:
        raise BuildError("\n".join(links.dead))
    for page, text in plain.items():
        path = SOURCE / "docs" / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rules_table.page() if page.source == RULES else with_links(page, text, programs), encoding="utf-8")
    for name, place in links.pictures.items():
        target = SOURCE / "docs" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    shutil.copytree(THEME, SOURCE / "docs" / "theme")
    table = [(message.pattern.pattern, " ".join(message.title.replace("…", " ").split())) for message in messages()]
    (SOURCE / "docs" / "theme" / "messages.js").write_text(f"const graphlintMessages = {json.dumps(table, indent=1)};\n", encoding="utf-8")
    return plain


def _settings(found: list[Page], has_playground: bool) -> str:
    """Return the settings of Zensical. A font or an icon from another host is never loaded."""
    values = {
        "site_name": "graphlint",
        "site_description": project()["description"],
        "site_dir": "site",
        "docs_dir": "docs",
        "nav": [{title: path} for title, path in navigation(found, has_playground)],
        "extra_css": ["theme/site.css"],
        "extra_javascript": ["theme/messages.js", "theme/search.js", "theme/rules.js"],
        "theme.language": "en",
        "theme.font": False,
        "theme.features": ["content.code.copy", "navigation.top", "search.highlight", "toc.follow"],
        "theme.palette": [
            {"media": "(prefers-color-scheme)", "toggle": {"icon": "lucide/sun-moon", "name": "Light mode"}},
            {"media": "(prefers-color-scheme: light)", "scheme": "default", "toggle": {"icon": "lucide/sun", "name": "Dark mode"}},
            {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "toggle": {"icon": "lucide/moon", "name": "The system's mode"}},
        ],
        # Without the address of a site the error page of the server has no address, either.
        **({"site_url": address()} if address() else {}),
        "markdown_extensions.toc.permalink": True,
        "markdown_extensions.tables": {},
        "markdown_extensions.attr_list": {},
        "markdown_extensions.md_in_html": {},
        "markdown_extensions.pymdownx.superfences": {},
        "markdown_extensions.pymdownx.highlight.anchor_linenums": False,
    }
    return "[project]\n" + "".join(f"{name} = {_toml(value)}\n" for name, value in values.items())


def _toml(value: object) -> str:
    """Return a value of strings, switches, lists and tables as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_toml(item)}" for name, item in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def _write_copies(found: Iterable[Page], plain: dict[Page, str]) -> None:
    """Write each page as Markdown beside its HTML, and their index, llms.txt."""
    lines = [f"# graphlint\n\n> {project()['description']}\n"]
    for page in found:
        path = SITE / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(plain[page], encoding="utf-8")
    for title, names in _sections(found):
        lines.append(f"\n## {title}\n\n")
        lines += [f"- [{_title(plain[page])}]({page.path})\n" for page in names]
    (SITE / "llms.txt").write_text("".join(lines), encoding="utf-8")


def _sections(found: Iterable[Page]) -> list[tuple[str, list[Page]]]:
    """Return the pages in the sections of llms.txt."""
    folders = {"Documentation": "", "Errors of PyTorch": "errors", "Rules": "rules"}
    return [(title, [page for page in found if page.path.rpartition("/")[0] == folder]) for title, folder in folders.items()]


def _title(text: str) -> str:
    return next(line.removeprefix("# ") for line in text.splitlines() if line.startswith("# "))
