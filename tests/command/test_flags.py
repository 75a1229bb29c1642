"""Each flag of each command, on a project as people have them, by the installed command."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import graphlint
from graphlint.cli.commands import COMMANDS

from .conftest import Laboratory
from .example_project import METRICS, PLOT

shows = pytest.mark.shows
NOTEBOOK = "notebooks/explore.ipynb:2 GL201"
SCRIPT = "script.py:8 GL101"
RETAINED = "src/lab/metrics.py:4 GL201"
TWICE = "src/lab/steps.py:5 GL101"
UNCALLED = "src/tools/plot.py:6 GL303"
ALL = [NOTEBOOK, SCRIPT, RETAINED, TWICE, UNCALLED]


def options(command: str) -> set[str]:
    """All options of a command."""
    parser = importlib.import_module(COMMANDS[command]).parser()
    return {option for action in parser._actions for option in action.option_strings}


def test_every_flag_is_shown_by_a_test() -> None:
    """A flag without a test fails here; so does a mark of a flag that is gone."""
    every = {option for command in COMMANDS for option in options(command)} | {"--version", "-V"}
    marks = [mark for test in globals().values() for mark in getattr(test, "pytestmark", ()) if mark.name == "shows"]
    assert {flag for mark in marks for flag in mark.args} == every


def test_the_project_has_the_findings_that_these_tests_are_about(lab: Laboratory) -> None:
    """Of several files, a notebook, and settings that differ."""
    assert lab.found(".") == ALL
    assert lab.found() == ALL
    assert lab.found("check", "src/tools") == [UNCALLED]
    assert lab("src/tools/helpers.py").status == 0


@shows("--select", "--ignore", "--extend-select", "--extend-ignore")
def test_rules_are_selected(lab: Laboratory) -> None:
    """By code, by name, by prefix; in lists, or one by one."""
    assert lab.found("--select", "GL2") == [NOTEBOOK, RETAINED]
    assert lab.found("--select", "double-backward,GL303") == [SCRIPT, TWICE, UNCALLED]
    assert lab.found("--select=GL101", "--select", "GL303") == [SCRIPT, TWICE, UNCALLED]
    assert lab.found("--ignore", "GL1,GL2") == [UNCALLED]
    assert lab.found("--select", "ALL", "--extend-ignore", "GL1", "--extend-ignore", "GL2") == [UNCALLED]
    lab.put("graphlint.toml", 'select = ["GL1"]\n')
    assert lab.found("--extend-select", "GL303", "src") == [TWICE, UNCALLED]
    outcome = lab("--select", "GL199")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("error: --select: unknown rule 'GL199'\n")


@shows("--per-file-ignores", "--extend-per-file-ignores")
def test_rules_are_ignored_in_some_files(lab: Laboratory) -> None:
    """As patterns of .gitignore have it, from the current folder."""
    assert lab.found("--per-file-ignores", "src/lab/*:GL1,notebooks/:GL2") == [SCRIPT, RETAINED, UNCALLED]
    lab.put("graphlint.toml", '[per-file-ignores]\n"script.py" = ["GL1"]\n')
    assert lab.found("src", "script.py", "--per-file-ignores", "steps.py:GL1") == [RETAINED, UNCALLED]
    assert lab.found("src", "--extend-per-file-ignores", "steps.py:GL1") == [RETAINED, UNCALLED]


@shows("--preview", "--no-preview")
def test_rules_in_preview_are_not_those_that_are_known(lab: Laboratory) -> None:
    """No known rule depends on it; tests/command/test_each_setting.py has one that does."""
    assert lab.found("--no-preview") == ALL
    assert lab.found("--preview", "--select", "GL101") == [SCRIPT, TWICE]


@shows("--unit-tests")
def test_unit_tests_may_be_checked_by_all_rules(lab: Laboratory) -> None:
    """Of what a test keeps, only that it raises is reported, unless asked for."""
    lab.put("tests/test_loss.py", METRICS.replace("\nw = ", "\ndef test_loss():\n    w = ").replace("\n(w", "\n    (w"))
    assert lab.found("tests/test_loss.py", "--isolated") == []
    assert lab.found("tests/test_loss.py", "--isolated", "--unit-tests", "all") == ["tests/test_loss.py:5 GL201"]
    assert lab("--unit-tests", "some").status == 2


@shows("--exclude", "--extend-exclude", "--show-files")
def test_files_are_left_out(lab: Laboratory) -> None:
    """What is named is checked all the same. --exclude takes the place of what files say, --extend-exclude stands beside it."""
    assert lab.found("--exclude", "src/lab", "--exclude", "*.ipynb") == [SCRIPT, UNCALLED, "vendor/old.py:4 GL201"]
    assert lab.found("--extend-exclude", "src/lab,*.ipynb") == [SCRIPT, UNCALLED]
    assert lab.found("--exclude", "metrics.py", "src/lab/metrics.py") == [RETAINED]
    outcome = lab("--show-files", "src", "tests")
    names = ["lab/__init__.py", "lab/metrics.py", "lab/steps.py", "lab/train.py", "tools/__init__.py", "tools/helpers.py", "tools/plot.py"]
    wanted = [*(lab.folder / "src" / name for name in names), lab.folder / "tests" / "test_metrics.py"]
    assert (outcome.status, outcome.out.splitlines(), outcome.err) == (0, [str(path) for path in wanted], "")


@shows("--force-exclude", "--no-force-exclude", "--respect-gitignore", "--no-respect-gitignore")
def test_hooks_name_files_that_are_excluded(lab: Laboratory) -> None:
    """And nothing to check is no failure, but a word on the standard error. Git's ignored files are found when asked for."""
    assert lab.found("vendor/old.py") == ["vendor/old.py:4 GL201"]
    outcome = lab("--force-exclude", "vendor/old.py")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "warning: no Python files found\n")
    lab.put("graphlint.toml", 'exclude = ["vendor/"]\nforce-exclude = true\n')
    assert lab.found("vendor/old.py") == []
    assert lab.found("--no-force-exclude", "vendor/old.py") == ["vendor/old.py:4 GL201"]
    assert "scratch/idea.py:4 GL201" in lab.found("--no-respect-gitignore")
    lab.put("graphlint.toml", "respect-gitignore = false\n")
    assert "scratch/idea.py:4 GL201" in lab.found()
    assert "scratch/idea.py:4 GL201" not in lab.found("--respect-gitignore")


@shows("--config", "--isolated")
def test_settings_come_from_elsewhere(lab: Laboratory) -> None:
    """From one file for all, from the command line, or from nowhere."""
    lab.put("strict.toml", 'select = ["GL303"]\n')
    assert lab.found("--config", "strict.toml") == [UNCALLED]
    assert lab.found("--config", 'ignore = ["GL1"]', "--config", 'exclude = ["notebooks"]', "src", "notebooks") == [RETAINED, UNCALLED]
    isolated = lab.found("--isolated")
    assert "vendor/old.py:4 GL201" in isolated
    assert "tests/test_metrics.py:4 GL201" in isolated
    outcome = lab("--config", "selct = []")
    assert (outcome.status, outcome.err) == (2, "error: --config: unknown setting selct (did you mean select?)\n")


@shows("--fix", "--no-fix", "--show-fixes", "--no-show-fixes", "--exit-non-zero-on-fix")
def test_fixes_are_made_and_told(lab: Laboratory) -> None:
    """What is left is reported; a notebook keeps everything else as it was."""
    before = lab.text("notebooks/explore.ipynb")
    lab.put("graphlint.toml", "fix = true\nshow-fixes = true\n")
    assert lab("--no-fix", "src/lab/metrics.py").status == 1
    assert lab.text("src/lab/metrics.py") == METRICS
    outcome = lab("src/lab/metrics.py", "--exit-non-zero-on-fix", "--no-show-fixes")
    assert (outcome.status, outcome.out, outcome.err) == (1, "No findings in 1 file. 1 finding fixed.\n", "")
    assert lab.text("src/lab/metrics.py") == METRICS.replace("retain_graph=True", "")
    lab.put("graphlint.toml", 'exclude = ["vendor/"]\n')
    outcome = lab("--fix", "--show-fixes", "--select", "GL2")
    told = "Fixed 1 finding:\n- notebooks/explore.ipynb\n    cell 3:2:1 GL201[needless-retain-graph] Remove `retain_graph=True`\n"
    assert (outcome.status, outcome.err) == (0, told)
    assert lab.text("notebooks/explore.ipynb") == before.replace("retain_graph=True", "")


@shows("--unsafe-fixes", "--no-unsafe-fixes", "--fix-only", "--diff")
def test_unsafe_fixes_have_to_be_asked_for(lab: Laboratory) -> None:
    """And can be shown before, as a patch that git applies."""
    fixed = PLOT.replace("model.train\n", "model.train()\n")
    outcome = lab("src/tools", "--diff", "--unsafe-fixes")
    assert (outcome.status, outcome.err) == (1, "note: 1 finding would be fixed\n")
    assert lab.text("src/tools/plot.py") == PLOT
    subprocess.run(["git", "apply", "-p0"], input=outcome.out.encode(), cwd=lab.folder, check=True)
    assert lab.text("src/tools/plot.py") == fixed
    lab.put("src/tools/plot.py", PLOT)
    outcome = lab("src/tools", "--fix-only")
    assert (outcome.status, outcome.out, outcome.err, lab.text("src/tools/plot.py")) == (0, "", "", PLOT)
    lab.put("graphlint.toml", "unsafe-fixes = true\n")
    assert lab("src/tools", "--fix-only", "--no-unsafe-fixes").status == 0
    assert lab.text("src/tools/plot.py") == PLOT
    assert lab("src/tools", "--fix-only").status == 0
    assert lab.text("src/tools/plot.py") == fixed


@shows("--output-format", "--output-file")
def test_the_report_goes_where_it_is_wanted(lab: Laboratory) -> None:
    """Whole, in UTF-8, and nothing of it to the standard output."""
    lab.put("src/ä.py", METRICS)
    outcome = lab("src", "--output-format", "concise", "--output-file", "report.txt")
    assert (outcome.status, outcome.out, outcome.err) == (1, "", "")
    assert [line.split(" ")[0] for line in lab.text("report.txt").splitlines()[:-2]] == [
        "src/lab/metrics.py:4:1:",
        "src/lab/steps.py:5:5:",
        "src/tools/plot.py:6:1:",
        "src/ä.py:4:1:",
    ]
    outcome = lab("src", "--output-file", "no/report.txt")
    assert (outcome.status, outcome.err) == (
        2,
        "error: no/report.txt cannot be written: No such file or directory; create the directory first\n",
    )


@shows("--statistics", "--quiet", "-q")
def test_counts_in_place_of_findings(lab: Laboratory) -> None:
    """Quiet leaves out what is for people."""
    told = "2  GL101  double-backward [1 fixable]\n2  GL201  needless-retain-graph [*]\n1  GL303  uncalled-mode-switch\n"
    assert lab("--statistics", "--quiet").out == told
    assert lab("--statistics").out.startswith(told + "Found 3 errors, 2 warnings in 5 of 10 files (3 without PyTorch).\n")
    assert lab("-q", "src/tools/helpers.py").out == ""


@shows("--exit-zero", "-e")
def test_findings_need_not_fail(lab: Laboratory) -> None:
    """A run that failed does all the same."""
    assert [lab(flag).status for flag in ("--exit-zero", "-e")] == [0, 0]
    assert lab("--exit-zero", "nowhere.py").status == 2


@shows("--fail-on")
def test_only_errors_fail(lab: Laboratory) -> None:
    """An old code base begins with them."""
    warnings = ("src/lab/metrics.py", "notebooks")
    assert [lab(*warnings, "--fail-on", severity).status for severity in ("info", "warning", "error")] == [1, 1, 0]
    assert lab("src", "--fail-on", "error").status == 1


@shows("--color")
def test_colour_is_for_terminals(lab: Laboratory) -> None:
    """And for those who ask."""
    assert "\x1b[" not in lab("src").out
    assert "\x1b[" not in lab("src", FORCE_COLOR="1", NO_COLOR="1").out
    assert "\x1b[" in lab("src", FORCE_COLOR="1").out
    assert "\x1b[" in lab("src", "--color", "always", NO_COLOR="1").out
    assert "\x1b[" not in lab("src", "--color=never", FORCE_COLOR="1").out


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_gets_colour_links_and_no_control_characters_of_the_code(lab: Laboratory) -> None:
    """NO_COLOR is honoured, and what the checked code holds cannot steer the terminal."""
    lab.put("src/lab/metrics.py", METRICS.replace("True)", "True)  # \x1b]0;mine\x07"))
    shown = on_terminal(lab, "src/lab", "--select", "GL2")
    assert "\x1b[1m" in shown
    assert r"\x1b]0;mine\x07" in shown
    assert "\x1b]0;" not in shown
    assert "\x1b" not in on_terminal(lab, "src/lab", "--select", "GL2", NO_COLOR="1")
    assert "\x1b" not in on_terminal(lab, "src/lab", "--select", "GL2", TERM="dumb")


def on_terminal(lab: Laboratory, *arguments: str, **variables: str) -> str:
    """What a run shows on a terminal."""
    import os  # noqa: PLC0415
    import pty  # noqa: PLC0415

    ours, theirs = pty.openpty()
    environment = {**lab.environment, "TERM": "xterm-256color", **variables}
    process = subprocess.Popen(lab.line(*arguments), stdin=theirs, stdout=theirs, stderr=theirs, cwd=lab.folder, env=environment)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            # So Linux tells that nobody writes any more.
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    process.wait(timeout=60)
    return shown.decode()


@shows("--jobs", "--no-cache", "--cache-dir")
def test_jobs_and_the_cache_change_nothing_but_the_time(lab: Laboratory) -> None:
    """Byte for byte."""
    for number in range(6):
        lab.put(f"src/big/part{number}.py", METRICS + "# padding\n" * 20_000)
    first = lab("--no-cache", "--jobs", "1")
    assert not (lab.folder / ".graphlint_cache").exists()
    assert [lab("--jobs", jobs) for jobs in ("1", "2", "3")] == [first] * 3
    assert lab("--cache-dir", "kept", "--jobs=2") == first
    assert (lab.folder / ".graphlint_cache").is_dir()
    assert lab("clean").err == "note: .graphlint_cache: deleted\n"
    assert lab("clean", "--cache-dir", "kept").err == "note: kept: deleted\n"
    assert not (lab.folder / "kept").exists()


@shows("--isolated-files")
def test_a_named_file_is_analyzed_with_its_callers(lab: Laboratory) -> None:
    """Or alone."""
    assert lab.found("src/lab/steps.py") == [TWICE]
    assert lab.found("src/lab/steps.py", "--isolated-files") == []


@shows("--snippet")
def test_pasted_code_is_checked_without_its_surroundings(lab: Laboratory) -> None:
    """From a file or a pipe; `test_snippets.py` has what is read, and what is assumed."""
    lab.put("piece.txt", "loss.backward()\nloss.backward()\n")
    assert lab.found("--snippet", "piece.txt") == ["piece.txt:2 GL101"]
    assert lab("--snippet", "-", stdin="loss.backward()\nloss.backward()\n").status == 1


@shows("--allow-run")
def test_the_server_for_agents_ends_with_its_input(lab: Laboratory) -> None:
    """`test_mcp.py` has its tools."""
    pytest.importorskip("mcp")
    assert lab("mcp", "--allow-run", stdin="").status == 0


@shows("--stdin-filename")
def test_what_is_piped_in_is_checked_under_its_name(lab: Laboratory) -> None:
    """With its settings and what it imports; a notebook too."""
    outcome = lab("-", "--stdin-filename", "src/lab/metrics.py", "--output-format", "concise", "-q", stdin=METRICS)
    assert outcome.out.startswith("src/lab/metrics.py:4:1: warning GL201 [*] ")
    assert lab("-", "--stdin-filename", "tests/new.py", stdin=METRICS).status == 0
    outcome = lab("-", "--stdin-filename", "a.ipynb", "--output-format", "concise", stdin=lab.text("notebooks/explore.ipynb"))
    assert outcome.out.startswith("a.ipynb:cell 3:2:1: warning GL201 [*] ")
    assert lab("--fix", "-", stdin=METRICS).out == METRICS.replace("retain_graph=True", "")


@shows("--add-noqa")
def test_findings_are_silenced_where_they_stand(lab: Laboratory) -> None:
    """In a helper that another file brings the finding to, and in a cell, too."""
    outcome = lab("--add-noqa")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "note: added comments for 5 findings in 5 files\n")
    assert lab.text("src/lab/steps.py").splitlines()[4] == "    loss.backward()  # noqa: GL101"
    assert (lab(".").status, lab(".").out) == (0, "No findings in 10 files (3 without PyTorch).\n")
    assert lab("--add-noqa").err == "note: added no comments: no findings\n"


@shows("--baseline", "--write-baseline")
def test_known_findings_are_left_aside(lab: Laboratory) -> None:
    """Those of helpers and of notebooks, too; a new one is not."""
    outcome = lab("--write-baseline", "known.json")
    assert (outcome.status, outcome.err) == (0, "note: wrote 5 findings to known.json\n")
    assert lab("--baseline", "known.json").status == 0
    lab.put("src/lab/more.py", METRICS)
    assert lab.found("--baseline", "known.json") == ["src/lab/more.py:4 GL201"]


@shows("--verbose", "-v")
def test_verbose_tells_what_was_looked_at(lab: Laboratory) -> None:
    """On the standard error."""
    for flag in ("--verbose", "-v"):
        outcome = lab(flag)
        assert "note: 10 files found, " in outcome.err
        assert outcome.out == lab(".").out


@shows("--watch", "-w")
def test_watching_checks_again(lab: Laboratory) -> None:
    """When a file of the project changes."""
    watching(lab, "--watch")
    lab.put("src/lab/metrics.py", METRICS)
    watching(lab, "-w")


def watching(lab: Laboratory, flag: str) -> None:
    """Change a file while it is watched."""
    process = subprocess.Popen(
        lab.line(flag, "src", "--output-format", "concise", "-q"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=lab.folder,
        env=lab.environment,
    )
    killer = threading.Timer(100, process.kill)
    killer.start()
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        first = [process.stdout.readline().split(" ")[0] for _ in range(3)]
        assert first == ["src/lab/metrics.py:4:1:", "src/lab/steps.py:5:5:", "src/tools/plot.py:6:1:"]
        wait_for(process, "Watching for changes")
        lab.put("src/lab/metrics.py", METRICS.replace("retain_graph=True", ""))
        wait_for(process, "Watching for changes")
        assert process.stdout.readline().startswith("src/lab/steps.py:5:5:")
    finally:
        process.kill()
        process.communicate()
        killer.cancel()


def wait_for(process: subprocess.Popen[str], words: str) -> None:
    """Read what is told until some words come."""
    assert process.stderr is not None
    for line in process.stderr:
        if words in line:
            return
    pytest.fail(f"never said {words!r}")


@shows("--version", "-V", "--help", "-h")
def test_it_tells_of_itself(lab: Laboratory) -> None:
    """Each command does."""
    assert lab("--version").out == lab("-V").out == f"graphlint {graphlint.__version__}\n"
    for command in COMMANDS:
        outcome = lab(command, "--help", COLUMNS="200")
        assert outcome == lab(command, "-h", COLUMNS="200")
        assert (outcome.status, outcome.err) == (0, "")
        assert outcome.out.startswith(f"usage: graphlint {command} ")
        # In the help stands one way of each switch.
        assert all(option in outcome.out for option in options(command))
    assert lab("--help").out == lab("check", "--help").out


@shows("--all")
def test_rules_are_explained(lab: Laboratory) -> None:
    """One, or all."""
    outcome = lab("rule", "double-backward")
    assert outcome.status == 0
    assert outcome.out.startswith("double-backward (GL101)")
    assert json.loads(lab("rule", "GL101", "--output-format", "json").out)[0]["name"] == "double-backward"
    assert len(json.loads(lab("rule", "--all", "--output-format", "json").out)) > 30


@shows("--output-format")
def test_the_settings_in_force_are_shown(lab: Laboratory) -> None:
    """And from which file each comes."""
    shown = json.loads(lab("config", "tests/test_metrics.py", "--output-format", "json").out)
    assert shown["file"] == "tests/graphlint.toml".replace("/", str(Path("/"))[-1])
    assert shown["settings"]["extend-ignore"] == {"value": ["GL201"], "from": shown["file"]}
    assert shown["settings"]["exclude"] == {"value": ["vendor/"], "from": "graphlint.toml"}
    assert 'exclude = ["mine"]' in lab("config", "--exclude", "mine").out


@shows("--stdio", "--tcp", "--allow-remote")
def test_the_server_says_where_it_listens(lab: Laboratory) -> None:
    """What it serves is shown by tests/server."""
    assert lab("server", "--stdio").status == 0
    assert lab("server", "--stdio", "--tcp", "127.0.0.1:0").err == "error: --stdio cannot be used with --tcp\n"
    assert "add --allow-remote to allow that" in lab("server", "--tcp", "0.0.0.0:0").err
    process = subprocess.Popen(
        lab.line("server", "--tcp", "0.0.0.0:0", "--allow-remote"), stderr=subprocess.PIPE, text=True, env=lab.environment
    )
    killer = threading.Timer(60, process.kill)
    killer.start()
    try:
        assert process.stderr is not None
        assert "0.0.0.0:" in process.stderr.readline()
    finally:
        process.kill()
        process.communicate()
        killer.cancel()


def test_python_runs_it_too(lab: Laboratory) -> None:
    """`python -m graphlint` is the command, for those whose PATH has it not."""
    done = subprocess.run([sys.executable, "-m", "graphlint", "src"], cwd=lab.folder, env=lab.environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (1, lab("src").out, b"")


@shows("--python", "--torch", "--shim", "--steps", "--seconds", "--memory", "--complete")
def test_a_run_confirms_findings(lab: Laboratory) -> None:
    """The limits and the library are those that were named; tests/command/test_confirm.py shows the rest."""
    loop = "for _ in range(9):\n    loss = (w * w).sum()\n    loss.backward()\n    o.step()\n    o.zero_grad()\n    total += loss\n"
    lab.put("loop.py", f"import torch\nw = torch.ones(3, requires_grad=True)\no = torch.optim.SGD([w], 1)\ntotal = 0\n{loop}")
    outcome = lab("confirm", "--shim", "--python", sys.executable, "--steps", "2", "--seconds", "60", "--memory", "4000", "loop.py")
    assert "1 confirmed" in outcome.out
    assert f"Ran on the runtime shim ({sys.executable})" in outcome.out
    # The finding is decided in the second iteration.
    ended = "stopped when every finding was decided"
    assert ended in lab("confirm", "--shim", "loop.py").out
    assert ended not in lab("confirm", "--shim", "--complete", "loop.py").out
    outcome = lab("confirm", "--torch", "loop.py")
    assert "Ran on PyTorch" in outcome.out or "PyTorch is not installed" in outcome.err


@shows("--notebook")
def test_a_traceback_is_explained_in_the_notebook_that_is_named(lab: Laboratory) -> None:
    """The traceback names only the cell; tests/command/test_explain.py shows the rest."""
    text = "import torch\nw = torch.ones(2, requires_grad=True)\nloss = w.exp().sum()\nloss.backward()\nloss.backward()"
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [], "source": text}
    lab.put("twice.ipynb", json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    last = "RuntimeError: Trying to backward through the graph a second time."
    lab.put(
        "crash.log", f"Traceback (most recent call last)\nCell In[1], line 5\n      4 loss.backward()\n----> 5 loss.backward()\n\n{last}\n"
    )
    found = json.loads(lab("explain", "--output-format", "json", "--notebook", "twice.ipynb", "crash.log").out)
    assert [(cause["role"], cause["cell"], cause["row"]) for cause in found["causes"]] == [("built", 1, 3), ("freed", 1, 4)]


@shows("--code", "--keep")
def test_a_finding_is_reduced_for_an_issue(lab: Laboratory) -> None:
    outcome = lab("report", "src/lab/metrics.py:4", "--code", "GL201", "--keep", "4")
    assert "retain_graph=True" in outcome.out
    assert " GL201[" in outcome.out
    assert lab("report", "src/lab/metrics.py:4", "--code", "GL101").status == 2


@shows("--explain-silence")
def test_silence_is_explained(lab: Laboratory) -> None:
    """The findings on a line are listed, and for a line without one the reason."""
    outcome = lab("--explain-silence", "src/tools/plot.py:6", ".")
    assert "src/tools/plot.py:6" in outcome.out
    assert "reported: GL303" in outcome.out


@shows("--finding")
def test_the_picture_of_one_finding_is_chosen(lab: Laboratory) -> None:
    """By its code or its name; without it, all findings of the file are drawn."""
    assert "GL101" in lab("graph", "script.py", "--finding", "GL101").out
    assert lab("graph", "script.py", "--finding", "GL203").status == 2


@shows("--mended")
def test_a_change_is_compared_with_the_commit_before_it(lab: Laboratory) -> None:
    """By git: what it adds, and what it mends."""
    lab.put("script.py", "import torch\n")
    lab.put("new.py", METRICS)
    assert lab.found("diff", "HEAD") == ["new.py:4 GL201"]
    assert lab.found("diff", "HEAD", "--mended") == [SCRIPT]
    assert (lab("diff", "HEAD").status, lab("diff", "HEAD", "src").status) == (1, 0)


@shows("--no-fix-info")
def test_a_scan_does_without_fixes(lab: Laboratory) -> None:
    """The findings are the same."""
    assert "fixable with --fix" in lab("--output-format", "concise").out
    assert "fixable" not in lab("--output-format", "concise", "--no-fix-info").out
    assert [item["fix"] for item in lab("--output-format", "json", "--no-fix-info").json] == [None] * len(ALL)
    assert lab.found("--no-fix-info") == ALL
