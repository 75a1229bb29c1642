"""Set up a development environment, and run something in it. Needs nothing but Python.

usage: python3 scripts/dev.py check           check the example programs with graphlint
       python3 scripts/dev.py check PATH ...  check files and directories, with options of graphlint
       python3 scripts/dev.py test            run the tests, except those that take minutes
       python3 scripts/dev.py test ARG ...    run pytest with arguments; all tests: test tests
       python3 scripts/dev.py lint            run ruff and mypy

The environment is `.venv` in the repository, made at the first call and brought up to date when pyproject.toml has changed. graphlint is
installed in it from the working tree, so that an edit takes effect at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PROGRAMS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
STAMP = ENVIRONMENT / "installed-from.toml"
FINDINGS = 1
OLDEST = (3, 10)
OLDEST_PIP = "pip>=25.1"
"""The first pip that knows dependency groups: the one that an old Python brings along is replaced."""
LINTED = ("benchmarks", "scripts", "tests")
LONG_TESTS = ("command", "differential", "fixes", "metamorphic", "server", "shim")
"""The folders in `tests` whose tests take minutes."""
QUICK = "GRAPHLINT_QUICK_TESTS"
"""With this variable, tests over all marked programs take a sample of them."""


def main() -> int:
    command, arguments = (sys.argv[1], sys.argv[2:]) if sys.argv[1:] else ("", [])
    commands = {"check": check, "test": test, "lint": lint}
    if command not in commands:
        print(__doc__)
        return 2
    problem = set_up()
    if problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    return commands[command](arguments)


def set_up() -> str:
    """Create or update the environment, and return why that is not possible, or an empty string."""
    if sys.version_info < OLDEST:
        return f"Python {'.'.join(map(str, OLDEST))} or newer is needed, and this is {sys.version.split()[0]}: run it with another python3"
    project = (ROOT / "pyproject.toml").read_bytes()
    if STAMP.exists() and STAMP.read_bytes() == project:
        return ""
    print(f"installing graphlint and its tools into {ENVIRONMENT} ...", flush=True)
    if not (PROGRAMS.exists() and has_pip()):
        # What an interrupted run has left is made again.
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
        if made.returncode:
            return "the environment cannot be created: is Python's venv module installed (on Debian and Ubuntu: apt install python3-venv)?"
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if run("python", *install, OLDEST_PIP) or run("python", *install, "--editable", str(ROOT), "--group", "dev"):
        return "the tools cannot be installed (see above): is there a network, or an index set by PIP_INDEX_URL?"
    STAMP.write_bytes(project)
    return ""


def has_pip() -> bool:
    found = subprocess.run([str(PROGRAMS / "python"), "-m", "pip", "--version"], check=False, capture_output=True)
    return found.returncode == 0


def check(arguments: Sequence[str]) -> int:
    """Check the paths that the arguments name, relative to the current directory, or the examples, whose findings are not a failure."""
    if any(not argument.startswith("-") for argument in arguments):
        return subprocess.run([str(PROGRAMS / "graphlint"), "check", *arguments], check=False).returncode
    status = run("graphlint", "check", "examples", *arguments)
    return 0 if status == FINDINGS else status


def test(arguments: Sequence[str]) -> int:
    """Run the tests that the arguments name, or those that take seconds."""
    chosen = arguments or ["-m", "not slow", *(f"--ignore=tests/{name}" for name in LONG_TESTS)]
    if not arguments:
        os.environ[QUICK] = "1"
    return run("pytest", "--numprocesses", "auto", "--dist", "loadfile", "--no-loadscope-reorder", *chosen)


def lint(arguments: Sequence[str]) -> int:
    """Run ruff and mypy. mypy reads an installed copy: in the working tree it does not follow the mapping of `rules/` to
    `graphlint.rules`."""
    copy = ENVIRONMENT / "checked"
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--upgrade", "--target", str(copy), str(ROOT))
    run("python", *pip, must_succeed=True)
    os.environ["MYPYPATH"] = str(copy)
    return max(
        run("ruff", "check", ".", *arguments),
        run("ruff", "format", "--check", "."),
        run("mypy", "-p", "graphlint"),
        run("mypy", *LINTED),
    )


def run(program: str, *arguments: str, must_succeed: bool = False) -> int:
    return subprocess.run([str(PROGRAMS / program), *arguments], cwd=ROOT, check=must_succeed).returncode


if __name__ == "__main__":
    sys.exit(main())
