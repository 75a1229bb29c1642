"""Record the tracebacks of the programs in tests/explain/programs, by runs on PyTorch.

    python scripts/record_tracebacks.py [NAME ...]

A program is recorded if it ends with an exception. Paths become relative, and those of packages begin with /usr/lib/python3, so that a
record does not depend on the computer.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests" / "explain"
PACKAGES = re.compile(r'"[^"\n]*?[/\\](?:lib[/\\]python3\.\d+[/\\])(?:site-packages[/\\])?')
WARNING = re.compile(r"^\[W\d+ .*\n", re.MULTILINE)


def main() -> int:
    names = set(sys.argv[1:])
    for program in sorted(TESTS.glob("programs*/*/*.py")):
        if names and program.stem not in names:
            continue
        text = record(program)
        print(f"{program.stem}: {text.rstrip().splitlines()[-1][:150] if text else 'no exception'}")
        if text:
            target = TESTS / "tracebacks" / f"{program.stem}.txt"
            target.parent.mkdir(exist_ok=True)
            target.write_text(text, encoding="utf-8")
    return 0


def record(program: Path) -> str:
    """Run a program and return its traceback; empty if it ends without an exception."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS / "site-packages"), "PYTHONDONTWRITEBYTECODE": "1"}
    name = program.relative_to(TESTS).as_posix()
    done = subprocess.run([sys.executable, name], cwd=TESTS, env=environment, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode == 0:
        return ""
    text = WARNING.sub("", done.stderr).replace(f"{TESTS}{os.sep}site-packages{os.sep}", "/usr/lib/python3/site-packages/")
    text = text.replace(f"{TESTS}{os.sep}", "")
    return PACKAGES.sub('"/usr/lib/python3/site-packages/', text)


if __name__ == "__main__":
    sys.exit(main())
