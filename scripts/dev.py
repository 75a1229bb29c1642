"""Set up a development environment, and run something in it. Needs nothing but Python.

usage: python3 scripts/dev.py examples        check the example programs with graphlint
       python3 scripts/dev.py test [ARG ...]  run the tests (arguments go to pytest)
       python3 scripts/dev.py lint            run ruff and mypy

The environment is `.venv` in the repository, made at the first call and brought up to date when pyproject.toml has changed. graphlint is
installed in it from the working tree, so that an edit takes effect at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PROGRAMS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
STAMP = ENVIRONMENT / "installed-from.toml"
FINDINGS = 1
LINTED = ("benchmarks", "scripts", "tests")


def main() -> int:
    command, arguments = (sys.argv[1], sys.argv[2:]) if sys.argv[1:] else ("", [])
    commands = {"examples": examples, "test": test, "lint": lint}
    if command not in commands:
        print(__doc__)
        return 2
    set_up()
    return commands[command](arguments)


def set_up() -> None:
    """Create or update the environment."""
    project = (ROOT / "pyproject.toml").read_bytes()
    if STAMP.exists() and STAMP.read_bytes() == project:
        return
    print(f"installing graphlint and its tools into {ENVIRONMENT} ...", flush=True)
    if not PROGRAMS.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", f"{ROOT}[dev]", check=True)
    STAMP.write_bytes(project)


def examples(arguments: Sequence[str]) -> int:
    """Check the examples; their findings are not a failure."""
    status = run("graphlint", "examples", *arguments)
    return 0 if status == FINDINGS else status


def test(arguments: Sequence[str]) -> int:
    return run("pytest", "--numprocesses", "auto", "--dist", "loadfile", "--no-loadscope-reorder", *arguments)


def lint(arguments: Sequence[str]) -> int:
    """Run ruff and mypy. mypy reads an installed copy: in the working tree it does not follow the mapping of `rules/` to
    `graphlint.rules`."""
    copy = ENVIRONMENT / "checked"
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--upgrade", "--target", str(copy), str(ROOT))
    run("python", *pip, check=True)
    os.environ["MYPYPATH"] = str(copy)
    return max(
        run("ruff", "check", ".", *arguments),
        run("ruff", "format", "--check", "."),
        run("mypy", "-p", "graphlint"),
        run("mypy", *LINTED),
    )


def run(program: str, *arguments: str, check: bool = False) -> int:
    return subprocess.run([str(PROGRAMS / program), *arguments], cwd=ROOT, check=check).returncode


if __name__ == "__main__":
    sys.exit(main())
