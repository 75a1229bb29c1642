"""Baselines: known findings are silent, also when lines move; new ones are reported; those that are gone are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

# A graph that is kept for nothing: GL201 on line 4.
BAD = """\
import torch

w = torch.randn(3, requires_grad=True)
(w * w).sum().backward(retain_graph=True)
"""
FUNCTION = """\


def train(w):
    (w * w).sum().backward(retain_graph=True)


train(torch.randn(3, requires_grad=True))
"""
GOOD = BAD.replace("retain_graph=True", "")


@pytest.fixture
def known(run: Run, project: Path) -> Path:
    """A project whose finding is in its baseline."""
    (project / "src").mkdir()
    (project / "src" / "a.py").write_text(BAD)
    outcome = run("src", "--write-baseline", "baseline.json")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "note: wrote 1 finding to baseline.json\n")
    return project


def test_a_baseline_is_sorted_and_stable(run: Run, known: Path) -> None:
    """One entry a line, paths from its own folder, so that versions merge."""
    text = (known / "baseline.json").read_text()
    (entry,) = json.loads(text)["findings"]
    assert (entry["path"], entry["code"], entry["count"]) == ("src/a.py", "GL201", 1)
    (known / "src" / "b.py").write_text(BAD + FUNCTION)
    run("src", "--write-baseline", "baseline.json")
    lines = [line.strip().rstrip(",") for line in (known / "baseline.json").read_text().splitlines() if '"path"' in line]
    assert len(lines) == 3
    assert lines == sorted(lines)
    (known / "inner").mkdir()
    run("src", "--write-baseline", "inner/baseline.json")
    assert json.loads((known / "inner" / "baseline.json").read_text())["findings"][0]["path"] == "../src/a.py"


def test_known_findings_are_silent(run: Run, known: Path) -> None:
    """By option, or by setting."""
    assert run("src").status == 1
    outcome = run("src", "--baseline", "baseline.json")
    assert (outcome.status, outcome.out, outcome.err) == (0, "No findings in 1 file.\n", "")
    (known / "graphlint.toml").write_text('baseline = "baseline.json"\n')
    assert run("src").status == 0


def test_known_findings_stay_known_when_lines_move(run: Run, known: Path) -> None:
    """And when their line is indented anew."""
    (known / "src" / "a.py").write_text("# new\n\n" + BAD.replace("\n(", "\nif w is not None:\n    ("))
    outcome = run("src", "--baseline", "baseline.json")
    assert (outcome.status, outcome.err) == (0, "")


def test_known_findings_stay_known_when_their_line_is_reformatted(run: Run, known: Path) -> None:
    """White space between tokens is no change; other tokens are."""
    (known / "src" / "a.py").write_text(BAD.replace("(retain_graph=True)", "( retain_graph = True )"))
    outcome = run("src", "--baseline", "baseline.json")
    assert (outcome.status, outcome.err) == (0, "")
    (known / "src" / "a.py").write_text(BAD.replace("retain_graph=True", "None, retain_graph=True"))
    assert run("src", "--baseline", "baseline.json").status == 1


LONG = """\
import torch


def train(model, data):
    total = 0.0
    for x, target in data:
        total += model(torch.cat([x, x], 1), 'mean').sub(target).abs().sum()  # a running sum
    return total


train(torch.nn.Linear(4, 1), [(torch.ones(1, 2), 0), (torch.ones(1, 2), 1)])
"""
SPLIT = """\
import torch


def train(model, data):
    total = 0.0
    for x, target in data:
        # a running sum
        total += (
            model(
                torch.cat(
                    [x, x],
                    1,  # columns
                ),
                "mean",
            )
            .sub(target)
            .abs()
            .sum()
        )
    return total


train(torch.nn.Linear(4, 1), [(torch.ones(1, 2), 0), (torch.ones(1, 2), 1)])
"""


def test_known_findings_stay_known_when_a_formatter_splits_their_statement(run: Run, project: Path) -> None:
    """Over other lines, with parentheses, trailing commas, comments and quotes of its own; a change of the code is one."""
    file = project / "a.py"
    file.write_text(LONG)
    assert run("a.py", "--write-baseline", "b.json").err == "note: wrote 1 finding to b.json\n"
    before = [item["fingerprint"] for item in run("a.py", "--output-format", "gitlab").json]
    file.write_text(SPLIT)
    outcome = run("a.py", "--baseline", "b.json")
    assert (outcome.status, outcome.err) == (0, "")
    assert [item["fingerprint"] for item in run("a.py", "--output-format", "gitlab").json] == before
    file.write_text(SPLIT.replace(".abs()", ".abs()  # of both"))
    assert run("a.py", "--baseline", "b.json").status == 0
    file.write_text(SPLIT.replace(".abs()", ".square()"))
    assert run("a.py", "--baseline", "b.json").status == 1


def test_known_findings_without_an_analysis_stay_known_in_functions(run: Run, project: Path) -> None:
    """A suppression without a finding is one, too."""
    (project / "a.py").write_text(f"{BAD}\n\ndef f():\n    x = torch.ones(1)  # noqa: GL101\n    return x\n\n\nf()\n")
    assert run("a.py", "--write-baseline", "b.json").err == "note: wrote 2 findings to b.json\n"
    outcome = run("a.py", "--baseline", "b.json")
    assert (outcome.status, outcome.out, outcome.err) == (0, "No findings in 1 file.\n", "")


def test_known_findings_stay_known_when_their_file_is_renamed(run: Run, known: Path) -> None:
    """Those of a file that is still there are not those of its copy."""
    (known / "src" / "a.py").rename(known / "src" / "renamed.py")
    outcome = run("src", "--baseline", "baseline.json", "--jobs", "2")
    assert (outcome.status, outcome.out) == (0, "No findings in 1 file.\n")
    assert "1 baseline entry no longer matches a finding" in outcome.err
    (known / "src" / "a.py").write_text(BAD)
    assert "src/renamed.py:4" in run("src", "--baseline", "baseline.json").out


def test_new_findings_are_reported(run: Run, known: Path) -> None:
    """Also those that look like a known one, in another function or once more."""
    (known / "src" / "a.py").write_text(BAD + FUNCTION)
    outcome = run("src", "--baseline", "baseline.json", "--output-format", "json")
    assert [(item["code"], item["location"]["row"]) for item in outcome.json] == [("GL201", 8)]
    (known / "src" / "a.py").write_text(BAD + BAD)
    outcome = run("src", "--baseline", "baseline.json", "--output-format", "json")
    assert [(item["code"], item["location"]["row"]) for item in outcome.json] == [("GL201", 8)]
    (known / "src" / "b.py").write_text(BAD)
    assert run("src/b.py", "--baseline", "baseline.json").status == 1


@pytest.mark.parametrize("text", [GOOD, "import torch\n", "x = 1\n", None])
def test_findings_that_are_gone_are_told(run: Run, known: Path, text: str | None) -> None:
    """So that the baseline shrinks: the same mistake would be silent if it came back."""
    (known / "src" / "b.py").write_text(BAD)
    run("src", "--write-baseline", "baseline.json")
    if text is None:
        (known / "src" / "a.py").unlink()
    else:
        (known / "src" / "a.py").write_text(text)
    outcome = run("src", "--baseline", "baseline.json")
    told = "note: 1 baseline entry no longer matches a finding; update the file with --write-baseline baseline.json\n"
    assert (outcome.status, outcome.err) == (0, told)
    (known / "src" / "b.py").write_text("import torch\n")
    assert "note: 2 baseline entries no longer match a finding;" in run("src", "--baseline", "baseline.json").err


def test_what_was_not_looked_at_is_not_called_gone(run: Run, known: Path) -> None:
    """A run over one file, or with a few rules, knows nothing of the others."""
    (known / "src" / "b.py").write_text("import torch\n")
    assert run("src/b.py", "--baseline", "baseline.json").err == ""
    assert run("src", "--baseline", "baseline.json", "--select", "GL1").err == ""
    (known / "src" / "a.py").write_bytes(b"import torch\nx = '\xff'\n")
    assert "of the baseline" not in run("src", "--baseline", "baseline.json").err


def test_fix_leaves_known_findings_alone(run: Run, project: Path) -> None:
    """What is not reported is not changed."""
    (project / "a.py").write_text(BAD)
    run("a.py", "--write-baseline", "b.json")
    run("a.py", "--baseline", "b.json", "--fix")
    assert (project / "a.py").read_text() == BAD
    run("a.py", "--fix")
    assert "retain_graph" not in (project / "a.py").read_text()


def test_a_file_that_does_not_parse_can_be_known(run: Run, project: Path) -> None:
    """And so can a suppression that is not needed."""
    (project / "a.py").write_text("import torch\nx = (\n")
    (project / "b.py").write_text("import torch\nx = 1  # noqa: GL101\n")
    assert run(".", "--write-baseline", "b.json").err == "note: wrote 2 findings to b.json\n"
    outcome = run(".", "--baseline", "b.json")
    assert (outcome.status, outcome.err) == (0, "")


def test_it_is_the_same_for_any_number_of_jobs(run: Run, project: Path) -> None:
    """Each process gets its part of the baseline."""
    for number in range(30):
        (project / f"f{number:02}.py").write_text(BAD + "# padding\n" * 2000)
    run(".", "--write-baseline", "b.json")
    (project / "f07.py").write_text(BAD + BAD + "# padding\n" * 2000)
    (project / "f08.py").write_text("import torch\n" + "# padding\n" * 2000)
    one = run(".", "--baseline", "b.json", "--jobs", "1")
    assert one == run(".", "--baseline", "b.json", "--jobs", "2")
    assert "f07.py" in one.out
    assert "1 baseline entry no longer matches a finding" in one.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "b.json: the baseline cannot be read: No such file or directory; write one with --write-baseline b.json"),
        ("{", "b.json: not a baseline: invalid JSON: "),
        ("[]", 'b.json: not a baseline: it has no list of "findings"'),
        ('{"version": 1}', 'b.json: not a baseline: it has no list of "findings"'),
        ('{"version": 9, "findings": []}', "b.json: not a baseline: its version is 9, not 1"),
        ('{"version": 1, "findings": [{"path": "a"}]}', "b.json: not a baseline: its entry 1 is not made of path, code, "),
        ('{"version": 1, "findings": [3]}', "b.json: not a baseline: its entry 1 is not made of path, code, "),
        ("[" * 100_000, "b.json: "),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_broken_baseline_is_an_error_that_names_it(run: Run, project: Path, text: str | None, message: str) -> None:
    """To go on without would report everything, or nothing."""
    if text is not None:
        (project / "b.json").write_text(text)
    (project / "a.py").write_text(BAD)
    outcome = run(".", "--baseline", "b.json")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {message}")


def test_a_baseline_that_cannot_be_written_is_an_error(run: Run, project: Path) -> None:
    """With the reason."""
    (project / "a.py").write_text(BAD)
    outcome = run(".", "--write-baseline", "no/b.json")
    assert (outcome.status, outcome.err) == (
        2,
        "error: no/b.json cannot be written: No such file or directory; create the directory first\n",
    )


def test_merge_conflicts_are_told(run: Run, known: Path) -> None:
    """A baseline that was merged badly must not be taken for an empty one."""
    text = (known / "baseline.json").read_text()
    (known / "baseline.json").write_text("<<<<<<< ours\n" + text)
    assert "not a baseline" in run("src", "--baseline", "baseline.json").err
