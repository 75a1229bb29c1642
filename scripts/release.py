"""The steps of a release that need no account: build, test what was built, list its parts, cut the notes from the changelog."""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMED = re.compile(r"(?:graphlint/graphlint[@:]|rev: )v(\d+\.\d+\.\d+)\b")
"""Tags of this repository in the settings that users copy."""
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)


def version() -> str:
    found = VERSION.search((ROOT / "graphlint" / "common" / "version.py").read_text(encoding="utf-8"))
    assert found
    return found[1]


def section(text: str, number: str) -> str:
    """Return the notes of a version: its part of the changelog, without the heading."""
    found = re.search(rf"^## {re.escape(number)}(?: \([^)]*\))?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise SystemExit(f"CHANGELOG.md has no section {number}: add it before the tag")
    return found[1].strip() + "\n"


def notes() -> str:
    return section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version())


def require(tag: str) -> None:
    """Fail if a tag is not that of the version in the sources, has no notes, or is not the one in the settings that users copy."""
    if tag != f"v{version()}":
        raise SystemExit(f"the tag {tag} is not v{version()}: change graphlint/common/version.py, or the tag")
    notes()
    others = [f"{place} has {found}" for place, found in named_versions() if found != version()]
    if others:
        raise SystemExit(f"the version is {version()}, but " + ", ".join(others))


def named_versions() -> Iterator[tuple[str, str]]:
    """Yield the versions that the documentation and the extension name, each with its file."""
    for name in ("README.md", "docs/ci.md"):
        yield from ((name, found) for found in NAMED.findall((ROOT / name).read_text(encoding="utf-8")))
    for name in ("package.json", "package-lock.json"):
        path = Path("vscode-extension", name)
        yield path.as_posix(), json.loads((ROOT / path).read_text(encoding="utf-8"))["version"]


def build(target: Path, twice: bool) -> None:
    """Build the sdist and the wheel from what is committed; twice to show that both are the same byte for byte."""
    time = subprocess.run(("git", "log", "-1", "--format=%ct"), cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        made = [_build_once(Path(folder) / str(number), time) for number in range(1 + twice)]
        if twice and made[0][1] != made[1][1]:
            raise SystemExit(f"two builds differ: {made[0][1]} {made[1][1]}")
        target.mkdir(parents=True, exist_ok=True)
        for path in made[0][0].iterdir():
            shutil.copy(path, target)
    for name, digest in made[0][1].items():
        print(f"{digest}  {name}")


def _build_once(folder: Path, time: str) -> tuple[Path, dict[str, str]]:
    source = folder / "source"
    source.mkdir(parents=True)
    archive = subprocess.run(("git", "archive", "HEAD"), cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(("tar", "-x", "-C", str(source)), input=archive, check=True)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": time, "PYTHONHASHSEED": "0"}
    command = (sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "dist"), str(source))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    files = sorted((folder / "dist").iterdir())
    for path in files:
        if path.name.endswith(".tar.gz"):
            normalize(path, int(time))
    return folder / "dist", {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def normalize(path: Path, time: int) -> None:
    """Write an sdist again with one time, one owner and one order of files: setuptools takes those of the machine."""
    with tarfile.open(path) as archive:
        contents = [(member, archive.extractfile(member) if member.isfile() else None) for member in archive.getmembers()]
        read = sorted(((member, stream.read() if stream else b"") for member, stream in contents), key=lambda item: item[0].name)
    with (
        path.open("wb") as stream,
        gzip.GzipFile("", "wb", fileobj=stream, mtime=time) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for member, data in read:
            member.mtime, member.uid, member.gid, member.uname, member.gname, member.pax_headers = time, 0, 0, "", "", {}
            archive.addfile(member, io.BytesIO(data))


def installed(target: Path, folder: Path) -> Path:
    """Install the wheel in an environment of its own; return its programs."""
    (wheel,) = target.resolve().glob("*.whl")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run((programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel), check=True)
    return programs


def test(target: Path) -> None:
    """Install the built wheel and run it on the examples, as a user does."""
    with tempfile.TemporaryDirectory() as folder:
        command = installed(target, Path(folder)) / "graphlint"
        told = subprocess.run((command, "--version"), capture_output=True, text=True, check=True).stdout
        if told.strip() != f"graphlint {version()}":
            raise SystemExit(f"the wheel says {told}, the sources {version()}")
        checked = subprocess.run((command, "--isolated", "--no-cache", ROOT / "examples"), cwd=folder, check=False)
        if checked.returncode != 1:
            raise SystemExit("the examples have findings, but the built wheel does not report them")


def sbom(target: Path) -> None:
    """Print what an installation of the wheel consists of, as a CycloneDX document."""
    with tempfile.TemporaryDirectory() as folder:
        python = installed(target, Path(folder)) / "python"
        subprocess.run((sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", python), check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("require").add_argument("tag")
    commands.add_parser("notes")
    for name in ("build", "test", "sbom"):
        commands.add_parser(name).add_argument("target", type=Path)
    commands.choices["build"].add_argument("--twice", action="store_true")
    options = parser.parse_args()
    match options.command:
        case "require":
            require(options.tag)
        case "notes":
            sys.stdout.write(notes())
        case "build":
            build(options.target, options.twice)
        case "test":
            test(options.target)
        case "sbom":
            sbom(options.target)


if __name__ == "__main__":
    main()
