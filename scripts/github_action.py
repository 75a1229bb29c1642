"""Check in a job of GitHub: annotations, summary, SARIF and outputs of the action; action.yml installs graphlint and starts this."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

COMMAND = (sys.executable, "-I", "-m", "graphlint")
SARIF = "graphlint.sarif"
SHOWN = 50
"""The most findings in a summary: GitHub refuses one of more than a megabyte."""


class Event(NamedTuple):
    """The event of the job: the commit that a pull request is compared with, whether it comes from a fork, whether the repository is
    private."""

    base: str
    fork: bool
    private: bool

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Event:
        path = environment.get("GITHUB_EVENT_PATH", "")
        data: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8")) if path else {}
        private = bool(data.get("repository", {}).get("private"))
        request = data.get("pull_request")
        if not request:
            return cls("", False, private)
        # The repository of a fork may have been deleted meanwhile.
        origin = (request["head"].get("repo") or {}).get("full_name")
        return cls(request["base"]["sha"], origin != environment.get("GITHUB_REPOSITORY"), private)


def words(environment: Mapping[str, str], event: Event) -> list[str]:
    """Return the arguments of graphlint, without the format."""
    paths = shlex.split(environment.get("GRAPHLINT_PATHS", "")) or ["."]
    options = shlex.split(environment.get("GRAPHLINT_ARGS", ""))
    for option, name in (("--baseline", "GRAPHLINT_BASELINE"), ("--fail-on", "GRAPHLINT_FAIL_ON")):
        if environment.get(name):
            options += (option, environment[name])
    if environment.get("GRAPHLINT_ONLY_NEW") != "true" or not event.base:
        return ["check", *options, *paths]
    if "--baseline" in options:
        raise SystemExit(
            "::error::graphlint: only-new compares with the base of the pull request, and needs no baseline: remove one of both"
        )
    return ["diff", *options, event.base, *paths]


def run(arguments: Sequence[str], output_format: str, *more: str) -> subprocess.CompletedProcess[str]:
    command = (*COMMAND, arguments[0], "--output-format", output_format, *more, *arguments[1:])
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)


def table(findings: Sequence[Mapping[str, Any]], only_new: bool) -> str:
    """Return the summary in Markdown."""
    new = " new" if only_new else ""
    if not findings:
        return f"### graphlint\n\nNo{new} findings.\n"
    lines = [f"### graphlint\n\n{len(findings)}{new} finding{'s' * (len(findings) != 1)}\n", "| rule | place | finding |", "|---|---|---|"]
    for item in findings[:SHOWN]:
        rule = f"[{item['code']}]({item['url']})" if item.get("url") else item["code"]
        place = f"{os.path.relpath(item['filename'])}:{item['location']['row']}"
        lines.append(f"| {rule} | {_escaped(place)} | {_escaped(item['message'])} |")
    if len(findings) > SHOWN:
        lines.append(f"\nand {len(findings) - SHOWN} more")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """Return a text that Markdown shows as it is: it comes from the checked code."""
    for character in "\\`*_{}[]()#|<>&@~!":
        text = text.replace(character, f"\\{character}" if character not in "<>&@" else f"&#{ord(character)};")
    return " ".join(text.split())


def append(environment: Mapping[str, str], variable: str, text: str) -> None:
    """Append to a file of the job, such as that of its outputs."""
    if environment.get(variable):
        with Path(environment[variable]).open("a", encoding="utf-8") as stream:
            stream.write(text)


def main() -> int:
    environment = os.environ
    event = Event.read(environment)
    arguments = words(environment, event)
    sarif = environment.get("GRAPHLINT_SARIF") == "true"
    # The first run analyzes; the others find its results in the cache.
    counted = run(arguments, "json", "--quiet", "--exit-zero")
    if counted.returncode:
        return counted.returncode
    findings = json.loads(counted.stdout)
    annotated = run(arguments, "github", "--quiet")
    sys.stdout.write(annotated.stdout)
    outputs = {"findings": str(len(findings)), "private": str(event.private).lower()}
    if sarif:
        run(arguments, "sarif", "--quiet", "--exit-zero", "--output-file", SARIF)
        outputs |= {"sarif-file": SARIF, "upload": str(not event.fork).lower()}
        if event.fork:
            print("::notice::graphlint: a pull request from a fork may not upload to code scanning; its findings are annotations")
    append(environment, "GITHUB_OUTPUT", "".join(f"{name}={value}\n" for name, value in outputs.items()))
    if environment.get("GRAPHLINT_SUMMARY") == "true":
        append(environment, "GITHUB_STEP_SUMMARY", table(findings, arguments[0] == "diff"))
    return annotated.returncode


if __name__ == "__main__":
    raise SystemExit(main())
