"""The formats that other programs read, through the command on a small project: each as its readers want it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from support import Outcome, Run

from graphlint import __version__
from graphlint.autograd.events import Site
from graphlint.check.diagnostic import resolve
from graphlint.report import FORMATS, render
from graphlint.report.fingerprints import fingerprints
from graphlint.report.report import Report
from graphlint.report.style import Style
from graphlint.rule import urls
from graphlint.rule.base import Finding, Related, Severity
from graphlint.source.source import Source

TWICE = "import torch\nmodel = torch.nn.Linear(2, 1)\nloss = model(torch.ones(3, 2)).sum()\nloss.backward()\nloss.backward()\n"
RETAINED = "import torch\nmodel = torch.nn.Linear(2, 1)\nmodel(torch.ones(3, 2)).sum().backward(retain_graph=True)\n"
CELLS = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": text.splitlines(keepends=True)} for text in ("# torch", TWICE)]
NOTEBOOK = json.dumps({"cells": CELLS, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)
SERVICES = ("json", "json-lines", "sarif", "github", "gitlab", "junit", "rdjson")


@pytest.fixture
def some(project: Path) -> Path:
    """A project: an error and a warning with a fix, in a folder whose name needs escaping, and a notebook."""
    (project / "a, b%c").mkdir()
    (project / "a, b%c" / "é.py").write_text(TWICE)
    (project / "kept.py").write_text(RETAINED)
    (project / "nb.ipynb").write_text(NOTEBOOK)
    return project


def reported(run: Run, output_format: str, *arguments: str) -> Outcome:
    return run(".", "--output-format", output_format, *arguments)


def test_json_lines_are_the_objects_of_json(run: Run, some: Path) -> None:
    """One a line, for whoever reads them as they come."""
    lines = reported(run, "json-lines").out.splitlines()
    assert [json.loads(line) for line in lines] == reported(run, "json").json
    assert len(lines) == 3


def test_github_annotates_lines(run: Run, some: Path) -> None:
    """Properties are escaped, so that a name cannot end them; a notebook has the row of the file, for GitHub knows no cells."""
    lines = reported(run, "github").out.splitlines()
    path = str(some / "a, b%c" / "é.py").replace("%", "%25").replace(",", "%2C")
    begin = f"::error title=graphlint (GL101 double-backward),file={path},line=5,col=1,endLine=5,endColumn=16::a, b%25c/é.py:5:1: GL101 `"
    assert lines[0].startswith(begin)
    assert lines[1].startswith("::warning title=graphlint (GL201 needless-retain-graph),file=")
    row = NOTEBOOK.split("\n").index('    "loss.backward()\\n"') + 1
    assert f"file={some / 'nb.ipynb'},line={row}::nb.ipynb:cell 2:5:1: GL101 " in lines[2]


def test_gitlab_is_given_what_it_asks_for(run: Run, some: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths from the project's root, severities in its words, and a fingerprint each."""
    found = reported(run, "gitlab").json
    assert [item["severity"] for item in found] == ["major", "minor", "major"]
    assert found[0]["check_name"] == "GL101"
    assert found[0]["location"] == {
        "path": "a, b%c/é.py",
        "positions": {"begin": {"line": 5, "column": 1}, "end": {"line": 5, "column": 16}},
    }
    assert len({item["fingerprint"] for item in found}) == 3
    assert all(set(item) == {"description", "check_name", "fingerprint", "severity", "location"} for item in found)
    assert "(cell 2, line 5)" in found[2]["description"]
    monkeypatch.setenv("CI_PROJECT_DIR", str(some.parent))
    assert reported(run, "gitlab").json[1]["location"]["path"] == f"{some.name}/kept.py"
    monkeypatch.setenv("CI_PROJECT_DIR", str(some / "a, b%c"))
    assert reported(run, "gitlab").json[1]["location"]["path"] == str(some / "kept.py")


def test_fingerprints_stay_when_lines_move(project: Path, run: Run) -> None:
    """A service that has seen a finding must not take it for a new one; and of two alike, each is one."""
    (project / "a.py").write_text(TWICE)
    before = [item["fingerprint"] for item in reported(run, "gitlab").json]
    (project / "a.py").write_text("# a comment\n\n" + TWICE)
    assert [item["fingerprint"] for item in reported(run, "gitlab").json] == before
    finding = Finding("GL1", "n", Severity.ERROR, "m", Site("a.py", 1, 0, 1, 1))
    source = Source("a.py", "x\nx\ny\n")
    places = [resolve(Finding("GL1", "n", Severity.ERROR, "m", finding.site._replace(line=line)), source) for line in (1, 2, 3)]
    assert len(set(fingerprints(places))) == 3


def test_junit_has_a_suite_a_file_and_a_case_a_finding(run: Run, some: Path) -> None:
    """Counts that add up, and the places that led to a finding in its text."""
    root = ElementTree.fromstring(reported(run, "junit").out)
    assert (root.tag, root.attrib) == ("testsuites", {"name": "graphlint", "tests": "3", "failures": "3", "errors": "0"})
    assert [suite.attrib["name"] for suite in root] == ["a, b%c/é.py", "kept.py", "nb.ipynb"]
    case = root[0][0]
    assert (case.attrib["name"], case.attrib["line"], case.attrib["column"]) == ("GL101[double-backward]", "5", "1")
    assert "1: a, b%c/é.py:3:8: graph built here" in (case[0].text or "")
    assert "nb.ipynb:cell 2:5:1" in (root[2][0][0].text or "")


def test_junit_of_a_clean_run_is_one_case_that_passed(run: Run, project: Path) -> None:
    """A document without a case counts as broken on some servers."""
    (project / "a.py").write_text("import torch\n")
    outcome = reported(run, "junit")
    root = ElementTree.fromstring(outcome.out)
    assert outcome.status == 0
    assert (root.attrib["tests"], root.attrib["failures"]) == ("1", "0")
    assert list(root[0][0]) == []


TEXT = {"type": "object", "properties": {"text": {"type": "string", "minLength": 1}}, "required": ["text"], "additionalProperties": False}
URI = {"type": "string", "pattern": r"^[A-Za-z0-9._~!$&'()*+,;=:@%/-]+$"}


def strict(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """An object of these properties and no others."""
    properties = {**required, **(optional or {})}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def many(item: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": item, **more}


def one_of(*words: str) -> dict[str, Any]:
    return {"enum": list(words)}


NUMBER = {"type": "integer", "minimum": 1}
LEVEL = one_of("none", "note", "warning", "error")
FILE = strict({"uri": URI}, {"uriBaseId": {"const": "%SRCROOT%"}})
REGION = strict({"startLine": NUMBER}, {"startColumn": NUMBER, "endLine": NUMBER, "endColumn": NUMBER})
PLACE = {
    "physicalLocation": strict({"artifactLocation": FILE, "region": REGION}),
    "logicalLocations": many(strict({"name": {"type": "string"}, "fullyQualifiedName": {"type": "string"}, "kind": {"type": "string"}})),
}
PHYSICAL = {"physicalLocation": PLACE["physicalLocation"]}
LOGICAL = {"logicalLocations": PLACE["logicalLocations"]}
RULE = strict(
    {
        "id": {"type": "string"},
        "name": {"type": "string"},
        "shortDescription": TEXT,
        "fullDescription": TEXT,
        "help": strict({"text": {"type": "string"}, "markdown": {"type": "string"}}),
        "defaultConfiguration": strict({"level": LEVEL, "enabled": {"type": "boolean"}}),
        "properties": {"type": "object"},
    },
    {"helpUri": {**URI, "format": "uri"}},
)
FIX = strict(
    {
        "description": TEXT,
        "artifactChanges": many(
            strict(
                {
                    "artifactLocation": FILE,
                    "replacements": many(
                        strict({"deletedRegion": REGION}, {"insertedContent": strict({"text": {"type": "string"}})}), minItems=1
                    ),
                }
            ),
            minItems=1,
            uniqueItems=True,
        ),
        "properties": {"type": "object"},
    }
)
RESULT = strict(
    {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVEL,
        "message": TEXT,
        "locations": many(strict(PHYSICAL, LOGICAL), minItems=1),
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    {
        "relatedLocations": many(strict({"id": NUMBER, "message": TEXT, **PHYSICAL}, LOGICAL), uniqueItems=True),
        "fixes": many(FIX, uniqueItems=True),
    },
)
INVOCATION = strict(
    {"executionSuccessful": {"type": "boolean"}},
    {"toolExecutionNotifications": many(strict({"level": LEVEL, "message": TEXT}), minItems=1)},
)
# What of SARIF 2.1.0 graphlint uses, as its schema has it, but stricter: nothing else may occur.
SARIF = strict(
    {
        "$schema": URI,
        "version": {"const": "2.1.0"},
        "runs": many(
            strict(
                {
                    "tool": strict(
                        {
                            "driver": strict(
                                {"name": {"const": "graphlint"}, "version": {"type": "string"}, "rules": many(RULE, uniqueItems=True)},
                                {"semanticVersion": {"type": "string"}, "informationUri": {**URI, "format": "uri"}},
                            )
                        }
                    ),
                    "invocations": many(INVOCATION, minItems=1, maxItems=1),
                    "columnKind": one_of("utf16CodeUnits", "unicodeCodePoints"),
                    "originalUriBaseIds": strict({"%SRCROOT%": strict({"uri": {**URI, "format": "uri"}})}),
                    "results": many(RESULT),
                }
            ),
            minItems=1,
        ),
    }
)


def validated(outcome: Outcome) -> dict[str, Any]:
    """The one run of a log that is as the schema wants it; as the official one does too, where `SARIF_SCHEMA` names a copy of it."""
    log = json.loads(outcome.out)
    jsonschema.Draft7Validator(SARIF).validate(log)
    official = os.environ.get("SARIF_SCHEMA")
    if official:
        jsonschema.Draft7Validator(json.loads(Path(official).read_text(encoding="utf-8"))).validate(log)
    sarif: dict[str, Any] = log["runs"][0]
    return sarif


def test_sarif_holds_findings_places_rules_and_fixes(run: Run, some: Path) -> None:
    """What code scanning shows: the finding on its line, what led there, the rule's page, and how to mend it."""
    sarif = validated(reported(run, "sarif"))
    rules = sarif["tool"]["driver"]["rules"]
    assert [(rule["id"], rule["name"], rule["defaultConfiguration"]["level"]) for rule in rules] == [
        ("GL101", "double-backward", "error"),
        ("GL201", "needless-retain-graph", "warning"),
    ]
    assert "## Use instead\n\n```python\n" in rules[0]["help"]["markdown"]
    assert sarif["tool"]["driver"]["version"] == __version__
    first, kept, cell = sarif["results"]
    assert (first["ruleId"], first["ruleIndex"], first["level"]) == ("GL101", 0, "error")
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "a%2C%20b%25c/%C3%A9.py", "uriBaseId": "%SRCROOT%"},
                "region": {"startLine": 5, "startColumn": 1, "endLine": 5, "endColumn": 16},
            }
        }
    ]
    assert [place["message"]["text"] for place in first["relatedLocations"]] == ["graph built here", "freed by this `backward()`"]
    assert kept["fixes"][0]["artifactChanges"][0]["replacements"] == [
        {"deletedRegion": {"startLine": 3, "startColumn": 40, "endLine": 3, "endColumn": 57}, "insertedContent": {"text": ""}}
    ]
    assert cell["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "cell 2"
    assert cell["message"]["text"].startswith("cell 2, line 5: ")
    assert sarif["originalUriBaseIds"]["%SRCROOT%"]["uri"] == some.as_uri() + "/"


def test_sarif_counts_from_the_root_of_the_repository(run: Run, some: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a job runs in a folder of it; what lies elsewhere has its whole address."""
    (some / ".git").mkdir()
    (some / "sub").mkdir()
    (some.parent / "out.py").write_text(TWICE)
    monkeypatch.chdir(some / "sub")
    sarif = validated(run("..", str(some.parent / "out.py"), "--output-format", "sarif"))
    files = [result["locations"][0]["physicalLocation"]["artifactLocation"] for result in sarif["results"]]
    assert {"uri": "kept.py", "uriBaseId": "%SRCROOT%"} in files
    assert {"uri": (some.parent / "out.py").as_uri()} in files


def test_sarif_of_a_clean_run_is_a_log_without_results(run: Run, project: Path) -> None:
    """A service closes what it knew when it sees one."""
    (project / "a.py").write_text("import torch\n")
    log = validated(reported(run, "sarif"))
    assert log["results"] == []
    assert log["invocations"] == [{"executionSuccessful": True}]


def test_sarif_of_a_failed_run_says_what_failed(run: Run, project: Path) -> None:
    """A service must not close the findings of a file that could not be read."""
    (project / "a.py").write_bytes("import torch\n# \xe9".encode("latin-1"))
    outcome = run("a.py", "missing.py", "--output-format", "sarif")
    assert outcome.status == 2
    (invocation,) = validated(outcome)["invocations"]
    assert invocation["executionSuccessful"] is False
    told = [item["message"]["text"] for item in invocation["toolExecutionNotifications"]]
    assert ["missing.py" in told[0], "a.py: is not valid UTF-8 in line 2" in told[1]] == [True, True]


EVIL = "\x1b[31m\u202e\x9b ]]> <&\"' % , : \uffff \n::error::[a](b)"


def test_rdjson_counts_columns_in_bytes(run: Run, project: Path) -> None:
    """A comment of the code host marks the right characters; a fix is a suggestion, a place elsewhere a related one."""
    (project / "a.py").write_text(TWICE.replace("loss.backward()", "é = loss.backward()"))
    (finding,) = json.loads(reported(run, "rdjson").out)["diagnostics"]
    assert finding["location"] == {"path": "a.py", "range": {"start": {"line": 5, "column": 6}, "end": {"line": 5, "column": 21}}}
    assert [related["location"]["range"]["start"]["line"] for related in finding["relatedLocations"]] == [3, 4]
    assert finding["severity"] == "ERROR"
    assert finding["message"].splitlines()[0].startswith("`backward()` through a graph")


@pytest.mark.parametrize("output_format", SERVICES)
def test_no_name_breaks_a_format(output_format: str) -> None:
    """Paths, lines, messages and related places come from others, and may hold anything."""
    source = Source(f"a{EVIL}.py", "x = 1\n" * 2)
    site = Site(source.path, 1, 0, 1, 3)
    finding = Finding("GL1", "n", Severity.INFO, f"message {EVIL}", site, (Related(f"related {EVIL}", site._replace(line=2)),))
    text = "".join(render(Report((resolve(finding, source),), 1), output_format, Style()))
    assert not set(text) & {"\x1b", "\u202e", "\x9b"}
    if output_format == "github":
        assert text.count("\n") == 1
        assert re.match(r"::notice title=graphlint \(GL1 n\),file=[^,:]*,line=1,col=1,endLine=1,endColumn=4::", text)
    elif output_format == "junit":
        ElementTree.fromstring(text)
    elif output_format == "sarif":
        assert "](" not in json.loads(text)["runs"][0]["results"][0]["message"]["text"]
    else:
        json.loads(text)


@pytest.mark.parametrize("output_format", FORMATS)
def test_every_format_can_be_written_to_a_file(output_format: str, launch: Run, some: Path) -> None:
    """The same text as on the standard output, through the installed command; nothing is printed beside it."""
    printed = launch(".", "--output-format", output_format, cwd=some)
    written = launch(".", "--output-format", output_format, "--output-file", "report", cwd=some)
    assert (written.status, written.out, written.err) == (1, "", "")
    assert (some / "report").read_text(encoding="utf-8") == printed.out
    assert printed.out


@pytest.mark.parametrize("output_format", ["sarif", "github", "gitlab", "junit", "rdjson"])
def test_counts_have_no_place_in_the_formats_of_services(output_format: str, run: Run, some: Path) -> None:
    """A report that is none would be refused later, where nobody looks."""
    outcome = reported(run, output_format, "--statistics")
    assert outcome.status == 2
    assert outcome.err.startswith(f"error: --statistics: the format {output_format} cannot show counts")


def test_counts_as_json_lines(run: Run, some: Path) -> None:
    """The most frequent first."""
    counts = [json.loads(line) for line in reported(run, "json-lines", "--statistics").out.splitlines()]
    assert [(count["code"], count["count"]) for count in counts] == [("GL101", 2), ("GL201", 1)]
    lines = reported(run, "concise", "--statistics").out.splitlines()
    assert lines[:2] == ["2  GL101  double-backward", "1  GL201  needless-retain-graph [*]"]


def test_codes_link_to_their_pages(run: Run, some: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In JSON and SARIF, and on a terminal as hyperlinks; without a documentation URL in the metadata there is no link."""
    monkeypatch.setattr(urls, "_links", dict)
    assert {item["url"] for item in reported(run, "json").json} == {None}
    driver = validated(reported(run, "sarif"))["tool"]["driver"]
    assert "informationUri" not in driver
    assert "helpUri" not in driver["rules"][0]
    monkeypatch.setattr(urls, "_links", lambda: {"documentation": "https://example.org/docs/", "homepage": "https://example.org"})
    page = "https://example.org/docs/rules/double-backward"
    assert reported(run, "json").json[0]["url"] == page
    driver = validated(reported(run, "sarif"))["tool"]["driver"]
    assert driver["rules"][0]["helpUri"] == page
    assert (driver["informationUri"], driver["semanticVersion"]) == ("https://example.org", __version__)
    finding = resolve(Finding("GL101", "double-backward", Severity.ERROR, "m", Site("a.py", 1, 0, 1, 1)), Source("a.py", "x"))
    for output_format, word in (("full", "GL101[double-backward]"), ("concise", "GL101")):
        linked = "".join(render(Report((finding,), 1), output_format, Style(links=True)))
        assert f"\x1b]8;;{page}\x1b\\{word}\x1b]8;;\x1b\\" in linked
        assert "\x1b" not in "".join(render(Report((finding,), 1), output_format, Style()))


def test_addresses_of_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub shows a file under its own name; a rule of another distribution has no page here."""
    monkeypatch.setattr(urls, "_links", lambda: {"documentation": "https://example.org/blob/main/docs"})
    assert urls.address_of("GL101", "double-backward") == "https://example.org/blob/main/docs/rules/double-backward.md"
    assert urls.address_of("XY101", "foreign") is None
    assert urls.project_address() == "https://example.org/blob/main/docs"
    monkeypatch.setattr(urls, "_links", lambda: {"documentation": "https://example.org/graphlint/"})
    assert urls.address_of("GL101", "double-backward") == "https://example.org/graphlint/rules/double-backward"
