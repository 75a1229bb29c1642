"""What installed distributions say, found without the library that knows all of it, and as that library would."""

from __future__ import annotations

import importlib.metadata
import sys
import zipfile
from pathlib import Path

import pytest

from graphlint.common.distributions import may_offer, project_urls

GROUP = "a.group.of.tests"


@pytest.mark.parametrize("name", ["some-1.0.dist-info", "Some.egg-info", "some.egg/EGG-INFO"])
def test_an_entry_point_is_found_wherever_the_library_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """In each of the forms in which distributions were ever installed."""
    described = tmp_path / name
    described.mkdir(parents=True)
    for kind in ("METADATA", "PKG-INFO"):
        (described / kind).write_text("Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(str(described.parent if name.endswith("EGG-INFO") else tmp_path))
    assert not may_offer(GROUP)
    (described / "entry_points.txt").write_text(f"[{GROUP}]\nmine = some.module\n")
    assert [point.value for point in importlib.metadata.entry_points(group=GROUP)] == ["some.module"]
    assert may_offer(GROUP)


def test_of_what_cannot_be_searched_nothing_is_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive on the path, or a finder of somebody else: the library is asked."""
    with zipfile.ZipFile(tmp_path / "modules.zip", "w") as archive:
        archive.writestr("module.py", "")
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(tmp_path / "modules.zip"))
        assert may_offer(GROUP)
    assert not may_offer(GROUP)

    class Finder:
        """Knows distributions of its own."""

        def find_spec(self, *_: object) -> None: ...

        def find_distributions(self, *_: object) -> list[importlib.metadata.Distribution]:
            return []

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert may_offer(GROUP)


def test_paths_that_are_not_there_offer_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor do they stop the search."""
    monkeypatch.setattr(sys, "path", ["/no/such/folder", "", *sys.path])
    assert not may_offer(GROUP)


def test_links_are_those_that_the_library_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By their labels, in small letters."""
    described = tmp_path / "some_thing-1.0.dist-info"
    described.mkdir()
    text = "Metadata-Version: 2.1\nName: some-thing\nVersion: 1.0\n"
    urls = "Project-URL: Documentation, https://example.org/docs\nProject-URL: Source Code,https://example.org/code\n"
    (described / "METADATA").write_text(f"{text}{urls}\nProject-URL: None, of the text below\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    told = (link.partition(",") for link in importlib.metadata.metadata("some-thing").get_all("Project-URL") or [])
    assert project_urls("some-thing") == {label.lower(): address.strip() for label, _, address in told}
    assert project_urls("some-thing")["documentation"] == "https://example.org/docs"
    assert project_urls("no-such-thing-is-installed") == {}
