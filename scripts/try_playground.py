#!/usr/bin/env python3
"""Build the playground and test it: marked programs under its Python in node, and the page in a browser.

python scripts/try_playground.py [--share N] [--no-page] [--folder FOLDER]

Every Nth program of tests/programs is checked (by default every 8th) by the built playground and by this Python: findings and fixes are the
same. What is not installed (node, npm, chromium) is named and left out; exit status 1 if something does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PLAYGROUND = ROOT / "playground"
MOST_SHOWN = 10
BROKEN = {"an open bracket": "import torch\nx = (\n", "a later syntax": "import torch\nx = [*row for row in torch.ones(2, 2)]\n"}
"""Texts that Python's own parser refuses, by what is wrong with them."""
LONGEST_ERROR = 2_000


def main(arguments: Sequence[str]) -> int:
    """Build and test."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--share", type=int, default=8, metavar="N")
    parser.add_argument("--page", action=argparse.BooleanOptionalAction, default=True, help="test the page in a browser, too")
    parser.add_argument("--folder", type=Path, help="keep the built playground here")
    options = parser.parse_args(arguments)
    if shutil.which("node") is None or shutil.which("npm") is None:
        print("playground: node and npm are not installed, left out")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary) / "playground"
        steps = [[sys.executable, "playground/build.py", str(folder)], ["npm", "run", "lint"], ["npm", "run", "types"]]
        for command in steps:
            if subprocess.run(command, cwd=ROOT if command[0] != "npm" else PLAYGROUND, check=False).returncode:
                print(f"playground: {' '.join(command)} failed")
                return 1
        return _compare(folder, options.share) or (_browse(folder) if options.page else 0)


def _compare(folder: Path, share: int) -> int:
    """Check programs by both Pythons; print the differences."""
    sys.path.insert(0, str(PLAYGROUND / "python"))
    from playground_session import Session  # noqa: PLC0415  not a module of the path

    programs = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests" / "programs").rglob("*.py"))[::share]
    }
    programs |= BROKEN
    asked = [{"kind": "check", "code": code, "snippet": False, "pictures": False} for code in programs.values()]
    requests = [json.dumps(request) for request in asked]
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".jsonl") as file:
        file.write("\n".join(requests))
        file.flush()
        command = ["node", str(PLAYGROUND / "tests" / "corpus.mjs"), str(folder), file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr[-LONGEST_ERROR:])
        return 1
    found = [json.loads(line) for line in done.stdout.splitlines()]
    session = Session()
    wanted = [json.loads(session.answer(request)) for request in requests]
    pairs = zip(programs, wanted, found, strict=True)
    different = [(path, want, got["answer"]) for path, want, got in pairs if _shown(want) != _shown(got["answer"])]
    times = sorted(item["milliseconds"] for item in found)
    for path, want, got in different[:MOST_SHOWN]:
        print(f"{path}:\n  here: {_shown(want)}\n  there: {_shown(got)}")
    slowest = times[len(times) * 9 // 10]
    print(f"playground: {len(programs)} programs, {len(different)} differ; 90 % of the checks take at most {slowest:.0f} ms")
    return 1 if different else 0


def _shown(answer: dict[str, Any]) -> list[Any]:
    """Return what of an answer does not depend on the folder in which it was given."""
    findings = answer.get("findings", [])
    return [
        answer.get("error"),
        answer.get("failures"),
        [[item[key] for key in ("code", "message", "location", "notes", "help", "fix")] for item in findings],
    ]


def _browse(folder: Path) -> int:
    """Test the page."""
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if browser is None:
        print("playground: chromium is not installed, the page is left out")
        return 0
    environment = {**os.environ, "PLAYGROUND": str(folder), "CHROMIUM": browser}
    command = ["node", "--test", "--test-reporter=spec", "tests/browser.test.mjs"]
    return subprocess.run(command, cwd=PLAYGROUND, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
