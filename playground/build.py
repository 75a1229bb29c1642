#!/usr/bin/env python3
"""Build the playground: a folder of static files that runs graphlint in the browser.

python playground/build.py FOLDER [--examples FILE]

FOLDER is replaced. FILE has the examples, by their keys, as JSON; by default these are the first examples of the rules' pages. Needs
graphlint, node, npm and the package registries; what they give is pinned by hash. The same sources give the same files.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from graphlint.rule.docs import EXAMPLE, page_of
from graphlint.rule.registry import discover

PLAYGROUND = Path(__file__).resolve().parent
ROOT = PLAYGROUND.parent
# The last version with a parser in pure Python: no other one runs in the browser without a file that only one host has.
LIBCST = "libcst==1.8.2 --hash=sha256:66e82cedba95a6176194a817be4232c720312f8be6d2c8f3847f3317d95a0c7f\n"
SOURCES = ("graphlint", "rules", "runtime_shim", "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")
# What neither a check nor an explanation imports.
UNUSED = (
    *(f"graphlint/{part}" for part in ("cli", "confirm", "mcp", "reduce", "runtime_shim", "server", "testing")),
    *(f"libcst/{part}" for part in ("codegen", "codemod", "display", "testing", "tool.py")),
)
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PAGES = ("index.html", "style.css")
NOTICE = """\
The playground runs this software, which its authors distribute under these licenses:

graphlint: MIT
Pyodide, https://pyodide.org: MPL-2.0
CPython, https://python.org: PSF-2.0
LibCST, https://github.com/Instagram/LibCST: MIT, with parts under PSF-2.0 and Apache-2.0
CodeMirror, https://codemirror.net: MIT
"""


def main(arguments: Sequence[str]) -> int:
    """Build the folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--examples", type=Path)
    options = parser.parse_args(arguments)
    folder = options.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pyodide").mkdir(parents=True)
    _npm("ci", "--no-audit", "--no-fund")
    for name in PYODIDE:
        shutil.copyfile(PLAYGROUND / "node_modules" / "pyodide" / name, folder / "pyodide" / name)
    for name in PAGES:
        shutil.copyfile(PLAYGROUND / "src" / name, folder / name)
    (folder / "licenses.txt").write_text(NOTICE, encoding="utf-8")
    examples = options.examples.read_text(encoding="utf-8") if options.examples else json.dumps(rule_examples())
    (folder / "examples.json").write_text(examples, encoding="utf-8")
    with tempfile.TemporaryDirectory() as temporary:
        modules = Path(temporary) / "modules"
        collect_modules(modules)
        _run("node", "scripts/compile.mjs", str(modules), str(folder / "graphlint.zip"))
    _run("node", "scripts/bundle.mjs", str(folder))
    print(f"{folder}: {compressed_size(folder) / 1e6:.1f} MB compressed")
    return 0


def rule_examples() -> dict[str, dict[str, str]]:
    """Return the first example of each rule's page, by the rule's code."""
    programs = ((rule, page_of(rule).program(EXAMPLE)) for rule in discover(()).rules)
    return {rule.code: {"title": f"{rule.code} {rule.name}", "code": code} for rule, code in programs if code}


def collect_modules(folder: Path) -> None:
    """Put the modules that the playground imports into a folder."""
    folder.mkdir()
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        # A copy, as a build leaves its own files beside the sources.
        (work / "source").mkdir()
        for name in SOURCES:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, work / "source" / name)
        _pip("wheel", "--no-deps", "--wheel-dir", str(work), str(work / "source"))
        (work / "libcst.txt").write_text(LIBCST, encoding="utf-8")
        _pip("download", "--no-deps", "--no-binary", ":all:", "--require-hashes", "--dest", str(work), "-r", str(work / "libcst.txt"))
        (wheel,) = work.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        (sdist,) = work.glob("libcst-*.tar.gz")
        with tarfile.open(sdist) as archive:
            archive.extractall(work / "libcst", filter="data")
        (package,) = (work / "libcst").glob("*/libcst")
        shutil.copytree(package, folder / "libcst")
    for unused in (*(folder / name for name in UNUSED), *sorted((folder / "libcst").rglob("tests"))):
        if unused.is_dir():
            shutil.rmtree(unused)
        else:
            unused.unlink(missing_ok=True)
    shutil.copy2(PLAYGROUND / "python" / "playground_session.py", folder)
    # The rules of other distributions are found by the metadata of the installed ones: of graphlint, its own is enough.
    for metadata in folder.glob("*.dist-info"):
        for path in metadata.rglob("*"):
            if path.is_file() and path.name not in ("METADATA", "entry_points.txt"):
                path.unlink()


def compressed_size(folder: Path) -> int:
    """Return the bytes that a browser loads, where the server compresses what is not."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(".LEGAL.txt")]
    return sum(path.stat().st_size if path.suffix == ".zip" else len(gzip.compress(path.read_bytes())) for path in files)


def _npm(*arguments: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("playground: node and npm are needed: install node 20 or newer")
    _run(npm, *arguments)


def _pip(*arguments: str) -> None:
    _run(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)


def _run(*command: str) -> None:
    """Run a command in the folder of the playground; its failure ends the build."""
    done = subprocess.run(command, cwd=PLAYGROUND, check=False)
    if done.returncode:
        raise SystemExit(f"playground: {' '.join(command)} failed with status {done.returncode}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
