#!/usr/bin/env python3
"""Test the packaged extension in the real VS Code: all tests of vscode-extension/.

python scripts/try_vscode.py [--server PYTHON]

PYTHON is the interpreter that graphlint is installed for, this one by default. Node, npm or a browser that is not installed is named, and
the extension is left out; exit status 1 if something does not hold. Needs a package registry for npm.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

EXTENSION = Path(__file__).resolve().parent.parent / "vscode-extension"
OLDEST_NODE = 20


def main(arguments: Sequence[str]) -> int:
    """Run the tests."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--server", default=sys.executable)
    options = parser.parse_args(arguments)
    missing = _missing()
    if missing:
        print(f"VS Code: {missing}, left out")
        return 0
    environment = {**os.environ, "GRAPHLINT_PYTHON": options.server, "CHROMIUM": _browser() or ""}
    for command in (["npm", "ci", "--no-audit", "--no-fund"], ["npm", "test"]):
        status = subprocess.run(command, cwd=EXTENSION, env=environment, check=False).returncode
        if status:
            print(f"VS Code: {' '.join(command)} failed")
            return 1
    print("VS Code: all tests of the extension passed")
    return 0


def _missing() -> str:
    """Return a missing requirement, or an empty string."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return "node and npm are not installed"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"v(\d+)", version)
    if found is None or int(found[1]) < OLDEST_NODE:
        return f"node {version.strip()} is older than {OLDEST_NODE}"
    return "" if _browser() else "chromium is not installed"


def _browser() -> str | None:
    """Return the browser in which VS Code is displayed."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
