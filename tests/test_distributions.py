"""What installed distributions say, found without the library that knows all of it, and as that library would."""

from __future__ import annotations

import importlib.metadata
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from graphlint.common.distributions import Trust, entry_points, offers, project_urls

GROUP = "a.group.of.tests"


@pytest.mark.parametrize("name", ["some-1.0.dist-info", "Some.egg-info", "some.egg/EGG-INFO"])
def test_an_entry_point_is_found_wherever_the_library_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """In each of the forms in which distributions were ever installed."""
    described = tmp_path / name
    described.mkdir(parents=True)
    for kind in ("METADATA", "PKG-INFO"):
        (described / kind).write_text("Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(str(described.parent if name.endswith("EGG-INFO") else tmp_path))
    assert not offers(GROUP).possible
    (described / "entry_points.txt").write_text(f"[{GROUP}]\nmine = some.module\n")
    assert [point.value for point in importlib.metadata.entry_points(group=GROUP)] == ["some.module"]
    assert offers(GROUP).possible


def test_of_what_cannot_be_searched_nothing_is_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive on the path, or a finder of somebody else: the library is asked."""
    with zipfile.ZipFile(tmp_path / "modules.zip", "w") as archive:
        archive.writestr("module.py", "")
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(tmp_path / "modules.zip"))
        assert offers(GROUP).possible
    assert not offers(GROUP).possible

    class Finder:
        """Knows distributions of its own."""

        def find_spec(self, *_: object) -> None: ...

        def find_distributions(self, *_: object) -> list[importlib.metadata.Distribution]:
            return []

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert offers(GROUP).possible


def test_paths_that_are_not_there_offer_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor do they stop the search."""
    monkeypatch.setattr(sys, "path", ["/no/such/folder", "", *sys.path])
    assert not offers(GROUP).possible


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


def installed(folder: Path, name: str = "some", value: str = "some.module") -> Path:
    """A distribution with an entry point."""
    described = folder / f"{name}-1.0.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(f"[{GROUP}]\nmine = {value}\n")
    return described


@pytest.mark.parametrize("checked", ["", "code"], ids=["in the checked folder", "below it"])
def test_a_distribution_in_a_checked_folder_is_ignored_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checked: str) -> None:
    """Whoever wrote the code that is checked wrote this distribution, too."""
    described = installed(tmp_path / checked)
    monkeypatch.syspath_prepend(str(tmp_path / checked))
    assert offers(GROUP, [str(tmp_path)]) == (False, (str(described),))
    assert entry_points(GROUP, [str(tmp_path)]) == []
    assert offers(GROUP) == (True, ())
    assert [point.value for point in entry_points(GROUP)] == ["some.module"]
    monkeypatch.chdir(tmp_path)
    assert offers(GROUP) == (False, (str(described),))


def test_a_folder_beside_the_checked_one_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`code_of_others` is not in `code`."""
    installed(tmp_path / "code_of_others")
    monkeypatch.syspath_prepend(str(tmp_path / "code_of_others"))
    assert offers(GROUP, [str(tmp_path / "code")]) == (True, ())


def test_a_link_to_the_checked_folder_is_that_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry of the path and the argument may be spelled differently."""
    installed(tmp_path / "code")
    (tmp_path / "link").symlink_to("code")
    monkeypatch.syspath_prepend(str(tmp_path / "link"))
    assert not offers(GROUP, [str(tmp_path / "code")]).possible
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["code", *sys.path])
    assert not offers(GROUP, [str(tmp_path / "link")]).possible


def test_a_checked_distribution_does_not_replace_an_installed_one_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes first on the path, and would silence the rules of the user."""
    installed(tmp_path / "environment", value="good.module")
    installed(tmp_path / "code", value="evil.module")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "code"), str(tmp_path / "environment"), *sys.path])
    assert [point.value for point in entry_points(GROUP, [str(tmp_path / "code")])] == ["good.module"]
    assert [point.value for point in entry_points(GROUP)] == ["evil.module"]


def test_the_environment_of_the_interpreter_is_trusted_wherever_it_lies() -> None:
    """A `.venv` inside the project is the normal place."""
    packages = sysconfig.get_path("purelib")
    assert Trust([sys.prefix]).includes(packages)
    assert not Trust([sys.prefix]).includes(str(Path(packages).parent / "elsewhere"))
