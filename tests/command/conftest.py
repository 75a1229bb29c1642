"""The installed command in a project, and the account of what the tests here show of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import Outcome

from .example_project import build


class Laboratory:
    """The project, and the command in it.

    Args:
        folder: where the project is laid out.
        home: the home of the user who runs the command.
    """

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        self.given: list[str] = []
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "XDG_CONFIG_HOME")}
        self.environment = {**kept, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "LOCALAPPDATA": str(home / "cache")}

    def __call__(self, *arguments: str, stdin: str = "", cwd: str = ".", **variables: str) -> Outcome:
        """Run the command and wait for it."""
        done = subprocess.run(
            self.line(*arguments),
            input=stdin.encode(),
            capture_output=True,
            check=False,
            timeout=120,
            cwd=self.folder / cwd,
            env={**self.environment, **variables},
        )
        assert b"Traceback" not in done.stderr
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    def line(self, *arguments: str) -> list[str]:
        """The command line, by the script that the installation made."""
        self.given += arguments
        script = Path(sys.executable).with_name("graphlint.exe" if os.name == "nt" else "graphlint")
        return [str(script) if script.exists() else sys.executable, *(() if script.exists() else ("-I", "-m", "graphlint")), *arguments]

    def found(self, *arguments: str, **options: Any) -> list[str]:
        """What a run finds: file, row and code of each finding."""
        outcome = self(*arguments, "--output-format", "json", **options)
        return [f"{self.name(item['filename'])}:{item['location']['row']} {item['code']}" for item in outcome.json]

    def name(self, filename: str) -> str:
        """A file as it is called in the project."""
        return Path(filename).relative_to(self.folder).as_posix()

    def put(self, name: str, text: str) -> None:
        """Write a file of the project."""
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    def text(self, name: str) -> str:
        """What a file of the project holds."""
        return (self.folder / name).read_text(encoding="utf-8")


@pytest.fixture
def lab(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Laboratory]:
    """The project. What a test is marked to show, it has to have asked for."""
    folder, home = tmp_path / "project", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    build(folder)
    made = Laboratory(folder.resolve(), home)
    yield made
    mark = request.node.get_closest_marker("shows")
    given = {argument.partition("=")[0] for argument in made.given}
    assert mark is None or set(mark.args) <= given, "a flag that is marked as shown was not given"
