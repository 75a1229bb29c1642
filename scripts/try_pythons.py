#!/usr/bin/env python3
"""Run the tests of parsing and of edits under every supported Python of this machine: on the path, of pyenv, or of uv.

python scripts/try_pythons.py WHEEL FOLDER [VERSION ...]

The wheel is installed in an environment of its own for each Python, and the tests of the folder run against it. A Python that is not
installed is named and left out; exit status 1 if the tests of another one fail.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"
TESTS = ("tests/test_parsers.py", "tests/test_libcst_tree.py", "tests/test_programs.py", "tests/fixes/test_concrete_edits.py")


def main() -> int:
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    wheel, folder = (Path(argument).resolve() for argument in sys.argv[1:3])
    failed = []
    for version in sys.argv[3:] or VERSIONS:
        if version == RUNNING:
            print(f"Python {version}: tested by the other steps", flush=True)
            continue
        python = next(candidates(version), None)
        if python is None:
            print(f"Python {version}: not installed", flush=True)
            continue
        passed = run_tests(python, wheel, folder)
        print(f"Python {version}: {'passed' if passed else 'FAILED'} ({python})", flush=True)
        failed += [] if passed else [version]
    return 1 if failed else 0


def candidates(version: str) -> Iterator[str]:
    """Yield the interpreters of a version that run."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = [shutil.which(f"python{version}"), *map(str, sorted(root.glob(f"versions/{version}.*/bin/python3"), reverse=True))]
    if shutil.which("uv"):
        found.append(output("uv", "python", "find", "--no-python-downloads", version))
    for path in found:
        # pyenv has a command on the path for each version, whether it may be run here or not.
        if path and output(path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])") == version:
            yield path


def output(*command: str) -> str:
    """Return what a command prints; nothing if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def run_tests(python: str, wheel: Path, folder: Path) -> bool:
    """Run the tests of a folder by a Python against a wheel; print their output if they fail."""
    with tempfile.TemporaryDirectory() as environment:
        subprocess.run([python, "-m", "venv", environment], check=True)
        own = str(Path(environment) / "bin" / "python")
        install = [own, "-m", "pip", "install", "--quiet"]
        subprocess.run([*install, "pip>=25.1"], check=True)
        subprocess.run([*install, f"{wheel}[shim]", "--group", f"{folder / 'pyproject.toml'}:dev"], check=True)
        # By the command: 3.10 has no PYTHONSAFEPATH, and `python -m` would import graphlint from the folder.
        command = [str(Path(environment) / "bin" / "pytest"), "-p", "no:cacheprovider", "--numprocesses", "auto", *TESTS]
        done = subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONSAFEPATH": "1"}, capture_output=True, text=True, check=False)
    print(done.stdout.strip().splitlines()[-1] if done.returncode == 0 else done.stdout[-5000:] + done.stderr[-2000:])
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
