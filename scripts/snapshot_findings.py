"""Record every finding in some folders, and compare two records, to show that a change leaves the analysis as it was.

usage: python scripts/snapshot_findings.py write SNAPSHOT [--parser PARSER] [FOLDER ...]    (default: tests/programs and tests/projects)
       python scripts/snapshot_findings.py compare OLD NEW

A snapshot has the findings of each file, with their places, severity, related places and fixes, and the exit status of each run. Files are
matched by their content, so that a program may be moved or renamed. Messages are compared by identity, not by wording: a message may be
reworded as long as all findings of one old wording get one new wording. Names, numbers and quotations in a message are ignored.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("tests/programs", "tests/projects")
QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|'[^']*'")
WORD_OF_CODE = re.compile(r"\w*[\d_.()]\w*(?:[.()]\w*)*|\b[A-Z]\w*[A-Z]\w*\b")
CODES_AND_STATUS = (0, 1, 2)


def main() -> int:
    match sys.argv[1:]:
        case ["write", target, "--parser", parser, *folders]:
            write(target, folders, parser)
            return 0
        case ["write", target, *folders]:
            write(target, folders)
            return 0
        case ["compare", old, new]:
            differences = list(compare(*(json.loads(Path(path).read_text(encoding="utf-8")) for path in (old, new))))
            print("\n".join(differences) or "equal")
            return 1 if differences else 0
    print(__doc__)
    return 2


def write(target: str, folders: list[str], parser: str = "auto") -> None:
    """Write the findings of each folder, checked as one run with one of the parsers."""
    runs = [run(Path(folder).resolve(), parser) for folder in folders or [str(ROOT / folder) for folder in FOLDERS]]
    Path(target).write_text(json.dumps({"runs": runs}, indent=1), encoding="utf-8")


def run(folder: Path, parser: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "graphlint", "check", "--no-cache", "--select", "GL", "--output-format", "json"]
    command += ["--isolated", "--config", f'parser = "{parser}"', "."]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode not in CODES_AND_STATUS:
        raise SystemExit(f"{folder}: graphlint exited with {done.returncode}: {done.stderr[-2000:]}")
    digests: dict[str, str] = {}

    def digest(name: str) -> str:
        if name not in digests:
            path = folder / name
            digests[name] = hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else name
        return digests[name]

    files: dict[str, list[Any]] = defaultdict(list)
    for item in json.loads(done.stdout):
        related = [[digest(one["filename"]), one["location"], one["message"]] for one in item["related"]]
        place = [item["location"], item["end_location"], item.get("cell")]
        fix = item["fix"] and [item["fix"]["applicability"], item["fix"]["edits"], item["fix"]["message"]]
        message = [item["message"], *item.get("notes", []), item.get("help") or ""]
        files[item["filename"]].append([item["code"], item["severity"], place, message, related, fix])
    named = {name: {"digest": digest(name), "findings": sorted(found, key=json.dumps)} for name, found in files.items()}
    return {"folder": folder.name, "status": done.returncode, "errors": done.stderr.count("error: "), "files": named}


def compare(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the differences of two snapshots, one line each."""
    found: list[str] = []
    wordings: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for before, after in zip(old["runs"], new["runs"], strict=True):
        if (before["status"], before["errors"]) != (after["status"], after["errors"]):
            found.append(f"{before['folder']}: exit status or number of errors differs")
        ones, twos = by_content(before), by_content(after)
        for digest in sorted(ones.keys() | twos.keys()):
            name = ones.get(digest, twos.get(digest, ("", [])))[0]
            one, two = ones.get(digest, (name, []))[1], twos.get(digest, (name, []))[1]
            found.extend(f"{name}: lost {text}" for text in missing(one, two))
            found.extend(f"{name}: new {text}" for text in missing(two, one))
            for first, second in zip(one, two, strict=False):
                for kind, was, now in messages(first, second):
                    wordings[kind, mask(was)].setdefault(mask(now), f"{name}: {was!r} became {now!r}")
    for (kind, was), becoming in sorted(wordings.items()):
        if len(becoming) > 1:
            found.append(f"{kind}: one wording became {len(becoming)}: {was!r}: " + "; ".join(becoming.values()))
    return found


def by_content(run: dict[str, Any]) -> dict[str, tuple[str, list[Any]]]:
    """Return the findings of each file by its content, with one of its names."""
    return {item["digest"]: (name, sorted(item["findings"], key=identity)) for name, item in run["files"].items()}


def identity(finding: list[Any]) -> str:
    """Return all of a finding but the wording of its messages."""
    code, severity, place, _, related, fix = finding
    return json.dumps([code, severity, place, [item[:2] for item in related], fix and fix[:2]])


def missing(some: list[Any], others: list[Any]) -> list[str]:
    known = {identity(item) for item in others}
    return [f"{item[0]} in line {item[2][0]['row']}" for item in some if identity(item) not in known]


def messages(one: list[Any], two: list[Any]) -> list[tuple[str, str, str]]:
    """Return the messages of two findings that differ only in wording: kind, before, and after."""
    if identity(one) != identity(two):
        return []
    found = [(one[0], " | ".join(one[3]), " | ".join(two[3]))]
    found += [(f"{one[0]} related", first[2], second[2]) for first, second in zip(one[4], two[4], strict=True)]
    if one[5]:
        found.append((f"{one[0]} fix", one[5][2], two[5][2]))
    return found


def mask(message: str) -> str:
    """Return a message without the parts that depend on the checked program."""
    return WORD_OF_CODE.sub("_", QUOTED.sub("_", message))


if __name__ == "__main__":
    sys.exit(main())
