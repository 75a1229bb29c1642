"""Each format, of a project as people have them, by the installed command: whole, and true in every one of them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from support import Outcome

from graphlint.report import FORMATS

from .conftest import Laboratory
from .example_project import METRICS

# What is found in src and notebooks: file, row in the file, code.
FOUND = [
    ("notebooks/explore.ipynb", 28, "GL201"),
    ("src/lab/metrics.py", 4, "GL201"),
    ("src/lab/steps.py", 5, "GL101"),
    ("src/tools/plot.py", 6, "GL303"),
]
# The same where a format knows cells: there the row is the cell's.
IN_CELLS = [("notebooks/explore.ipynb", 2, "GL201"), *FOUND[1:]]
Read = Callable[[Outcome, Laboratory], list[tuple[str, int, str]]]


def full(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    assert " --> src/lab/train.py:10:16\n" in outcome.out
    assert "\n10 |         loss = model(batch).pow(2).mean()\n" in outcome.out
    assert "1: graph built here" in outcome.out
    assert "  = fix: Remove `retain_graph=True`\n" in outcome.out
    return headed(outcome.out, r"([^\s:]+):(?:cell \d+:)?(\d+):\d+: (?:error|warning) (GL\d+)\[[a-z-]+\] ")


def concise(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    assert outcome.out.endswith(
        "Found 2 errors, 2 warnings in 4 of 8 files (3 without PyTorch).\n[*] 2 fixable with --fix (1 more with --unsafe-fixes).\n"
    )
    return headed(outcome.out, r"([^\s:]+):(?:cell \d+:)?(\d+):\d+: (?:error|warning) (GL\d+) ")


def agent(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    """The path once, above its findings."""
    header, *lines = outcome.out.splitlines()
    assert header.startswith("graphlint: 2 errors, 2 warnings in 4 of 8 files. ")
    assert "  fix: Remove `retain_graph=True`" in lines
    found, path = [], ""
    for line in lines:
        if re.fullmatch(r"[\w/.]+", line):
            path = line
        elif headline := re.match(r"(?:cell \d+:)?(\d+):\d+ (?:error|warning) (GL\d+) [a-z-]+: ", line):
            found.append((path, int(headline[1]), headline[2]))
    return found


def headed(text: str, pattern: str) -> list[tuple[str, int, str]]:
    return [(path, int(row), code) for path, row, code in re.findall(f"^{pattern}", text, re.MULTILINE)]


def objects(items: list[dict[str, object]], lab: Laboratory) -> list[tuple[str, int, str]]:
    """The shape that tools for ruff read."""
    place = {"type": "object", "required": ["row", "column"], "properties": {"row": {"minimum": 1}, "column": {"minimum": 1}}}
    places = {"filename": {"type": "string"}, "location": place, "end_location": place}
    edits = {"type": "array", "minItems": 1, "items": {"required": ["content", "location", "end_location"], "properties": places}}
    fix = {"type": ["object", "null"], "required": ["applicability", "message", "edits"], "properties": {"edits": edits}}
    related = {"type": "array", "items": {"required": ["message", *places], "properties": places}}
    known = {
        **places,
        "fix": fix,
        "related": related,
        "severity": {"enum": ["error", "warning", "info"]},
        "cell": {"type": ["integer", "null"]},
    }
    texts = {"code", "name", "message", "notes", "help", "severity", "url"}
    names = texts | {"filename", "location", "end_location", "cell", "noqa_row", "fix", "related"}
    for item in items:
        jsonschema.validate(item, {"type": "object", "properties": known})
        assert set(item) == names
    assert [item["cell"] for item in items] == [3, None, None, None]
    assert lab.name(items[2]["related"][0]["filename"]) == "src/lab/train.py"  # type: ignore[index]
    return [(lab.name(str(item["filename"])), item["location"]["row"], str(item["code"])) for item in items]  # type: ignore[index]


def as_json(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    return objects(outcome.json, lab)


def json_lines(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    return objects([json.loads(line) for line in outcome.out.splitlines()], lab)


def sarif(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    """What the parts hold is held against the schema in tests/test_formats.py; here it is the project that counts."""
    log = json.loads(outcome.out)
    official = os.environ.get("SARIF_SCHEMA")
    if official:
        jsonschema.Draft7Validator(json.loads(Path(official).read_text(encoding="utf-8"))).validate(log)
    (run,) = log["runs"]
    assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == lab.folder.as_uri() + "/"
    results = run["results"]
    assert [result["ruleId"] for result in results] == [run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] for result in results]
    assert "fixes" in results[1]
    assert "fixes" not in results[2]
    assert results[2]["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "src/lab/train.py"
    places = [result["locations"][0]["physicalLocation"] for result in results]
    return [
        (place["artifactLocation"]["uri"], place["region"]["startLine"], result["ruleId"])
        for place, result in zip(places, results, strict=True)
    ]


def html(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    """The page is one file: it loads nothing, and shows everything without its script."""
    assert not re.search(r"\ssrc(set)?=|@import|url\(|<link", outcome.out)
    assert "default-src 'none'" in outcome.out
    assert outcome.out.count("<svg ") == 3, "all but GL303 have a graph"
    assert '<span class="removed">-' in outcome.out
    found = []
    for path, section in re.findall(r"<section><h2>(.*?)</h2>(.*?)</section>", outcome.out, re.DOTALL):
        found += [(path, int(row), code) for row, code in re.findall(r"<h3>(?:cell \d+, )?line (\d+): .*?>(GL\d+) ", section)]
    return found


def github(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    place = r"file=([^,]+),line=(\d+)(?:,col=\d+,endLine=\d+,endColumn=\d+)?"
    pattern = rf"::(?:error|warning) title=graphlint \((GL\d+) [a-z-]+\),{place}::.+"
    found = [re.fullmatch(pattern, line) for line in outcome.out.splitlines()]
    assert all(found)
    return [(lab.name(match[2]), int(match[3]), match[1]) for match in found if match]


def gitlab(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    assert len({item["fingerprint"] for item in outcome.json}) == 4
    assert {item["severity"] for item in outcome.json} <= {"info", "minor", "major", "critical", "blocker"}
    return [(item["location"]["path"], item["location"]["positions"]["begin"]["line"], item["check_name"]) for item in outcome.json]


def junit(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    tree = ElementTree.fromstring(outcome.out)
    assert (tree.attrib["tests"], tree.attrib["failures"]) == ("4", "4")
    return [(case.attrib["file"], int(case.attrib["line"]), case.attrib["name"][:5]) for case in tree.iter("testcase")]


def rdjson(outcome: Outcome, lab: Laboratory) -> list[tuple[str, int, str]]:
    diagnostics = json.loads(outcome.out)["diagnostics"]
    assert json.loads(outcome.out)["source"]["name"] == "graphlint"
    assert {item["severity"] for item in diagnostics} == {"ERROR", "WARNING"}
    assert next(edit["text"] for item in diagnostics for edit in item.get("suggestions", ())) == ""
    return [(item["location"]["path"], item["location"]["range"]["start"]["line"], item["code"]["value"]) for item in diagnostics]


READ: dict[str, tuple[Read, list[tuple[str, int, str]]]] = {
    "full": (full, IN_CELLS),
    "concise": (concise, IN_CELLS),
    "agent": (agent, IN_CELLS),
    "json": (as_json, IN_CELLS),
    "json-lines": (json_lines, IN_CELLS),
    "sarif": (sarif, FOUND),
    "html": (html, IN_CELLS),
    "github": (github, FOUND),
    "gitlab": (gitlab, FOUND),
    "junit": (junit, FOUND),
    "rdjson": (rdjson, FOUND),
}


def test_every_format_is_shown_by_a_test() -> None:
    """A format without a test fails here."""
    assert list(READ) == list(FORMATS)


@pytest.mark.parametrize("name", READ)
def test_it_tells_what_is_found_and_where(lab: Laboratory, name: str) -> None:
    """The same findings in each, as far as it can tell them; the status is the same."""
    read, found = READ[name]
    outcome = lab("src", "notebooks", "--output-format", name)
    assert (outcome.status, outcome.err) == (1, "")
    assert read(outcome, lab) == found
    assert lab("src", "notebooks", "--output-format", name, "--output-file", "report").out == ""
    assert lab.text("report") == outcome.out


@pytest.mark.parametrize("name", READ)
def test_of_nothing_it_is_a_report_all_the_same(lab: Laboratory, name: str) -> None:
    """What reads it must not take an empty file for a broken one; where nothing was checked the standard error says so."""
    outcome = lab("src/tools/helpers.py", "--output-format", name)
    assert (outcome.status, outcome.err) == (0, "")
    if name in ("json", "gitlab"):
        assert outcome.json == []
    elif name == "sarif":
        assert json.loads(outcome.out)["runs"][0]["results"] == []
    elif name == "rdjson":
        assert json.loads(outcome.out)["diagnostics"] == []
    elif name == "junit":
        assert ElementTree.fromstring(outcome.out).attrib["failures"] == "0"
    elif name == "html":
        assert "<p>No findings in 1 file.</p>" in outcome.out
    else:
        clean = {"full": "No findings in 1 file.\n", "agent": "graphlint: no findings in 1 file\n"}
        assert outcome.out == (clean | {"concise": clean["full"]}).get(name, "")
    nothing = lab("vendor", "--output-format", name)
    assert (nothing.status, nothing.err) == (0, "warning: no Python files found\n")


@pytest.mark.parametrize("name", READ)
def test_counts_are_for_those_that_have_a_place_for_them(lab: Laboratory, name: str) -> None:
    """A report that is none would be refused later, where nobody looks."""
    outcome = lab("src", "--statistics", "--output-format", name)
    if name in ("agent", "sarif", "html", "github", "gitlab", "junit", "rdjson"):
        assert (outcome.status, outcome.out) == (2, "")
        return
    told = re.findall(r"GL\d+", outcome.out)
    assert (outcome.status, told) == (1, ["GL101", "GL201", "GL303"])


@pytest.mark.skipif(os.name == "nt", reason="no such names on Windows")
@pytest.mark.parametrize("name", READ)
def test_no_name_and_no_line_steers_what_reads_it(lab: Laboratory, name: str) -> None:
    """Control characters, marks that turn the direction of writing, and bytes that are no text."""
    lab.put("src/evil\x1b[31m\u202e\n::error::.py", METRICS.replace("True)", "True)  # \x1b]0;mine\x07"))
    (lab.folder / os.fsdecode(b"src/no\xfftext.py")).write_text(METRICS, encoding="utf-8")
    outcome = lab("src", "--output-format", name)
    assert outcome.status == 1
    assert not set(outcome.out) & {"\x1b", "\u202e", "\x07"}
    assert not any(line.startswith("::error::") for line in outcome.out.splitlines())
    assert "xff" in outcome.out or "udcff" in outcome.out or "%FF" in outcome.out
    if name in ("json", "gitlab", "sarif"):
        json.loads(outcome.out)
    elif name == "junit":
        ElementTree.fromstring(outcome.out)
