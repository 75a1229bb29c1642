"""Each setting, from the files of a project as people have them, by the installed command."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphlint.config import table

from .conftest import Laboratory
from .example_project import METRICS, NESTED, SETTINGS

sets = pytest.mark.sets
NOTEBOOK = "notebooks/explore.ipynb:2 GL201"
RETAINED = "src/lab/metrics.py:4 GL201"
TWICE = "src/lab/steps.py:5 GL101"
UNCALLED = "src/tools/plot.py:6 GL303"
INSIDE = [NOTEBOOK, RETAINED, TWICE, UNCALLED]
FOLDERS = ("src", "notebooks")

# What a file says, and what is then found in src and notebooks.
FOUND = {
    "select": ('select = ["GL2", "uncalled-mode-switch"]', [NOTEBOOK, RETAINED, UNCALLED]),
    "extend-select": ('select = ["GL1"]\nextend-select = ["GL303"]', [TWICE, UNCALLED]),
    "ignore": ('ignore = ["double-backward", "GL2"]', [UNCALLED]),
    "extend-ignore": ('ignore = ["GL1"]\nextend-ignore = ["GL2"]', [UNCALLED]),
    "per-file-ignores": ('[per-file-ignores]\n"src/lab/*" = ["GL"]', [NOTEBOOK, UNCALLED]),
    "extend-per-file-ignores": ('[extend-per-file-ignores]\n"!src/**" = ["GL2"]', [RETAINED, TWICE, UNCALLED]),
    "exclude": ('exclude = ["lab/", "*.ipynb"]', [UNCALLED]),
    "extend-exclude": ('extend-exclude = ["src/lab"]', [NOTEBOOK, UNCALLED]),
}


def test_every_setting_is_shown_by_a_test() -> None:
    """A setting without a test fails here; so does a test of one that is gone."""
    marks = [mark for test in globals().values() for mark in getattr(test, "pytestmark", ()) if mark.name == "sets"]
    shown = [*FOUND, *(name for mark in marks for name in mark.args)]
    assert sorted(shown) == sorted([*(setting.name for setting in table.SETTINGS), table.EXTEND.name])


@pytest.mark.parametrize("name", FOUND)
@pytest.mark.parametrize("place", ["graphlint.toml", ".graphlint.toml", "pyproject.toml"])
def test_rules_and_files_are_chosen(lab: Laboratory, name: str, place: str) -> None:
    """In whichever file the setting stands."""
    text, found = FOUND[name]
    (lab.folder / "graphlint.toml").unlink()
    if place == "pyproject.toml":
        head, bracket, table = text.partition("[" + name)
        body = head if not bracket else f"[tool.graphlint.{name}{table}"
        text = body if bracket else f"[tool.graphlint]\n{text}"
    lab.put(place, text)
    assert lab.found(*FOLDERS) == found


@sets("extend")
def test_a_file_builds_on_another(lab: Laboratory) -> None:
    """The closest counts alone, unless it extends another; a circle is an error that shows it."""
    assert lab.found("tests") == []
    lab.put("tests/graphlint.toml", "")
    lab.put("graphlint.toml", 'ignore = ["GL201"]\n')
    assert lab.found("tests", *FOLDERS) == [TWICE, UNCALLED, "tests/test_metrics.py:4 GL201"]
    lab.put("tests/graphlint.toml", 'extend = "../graphlint.toml"\n')
    assert lab.found("tests") == []
    lab.put("graphlint.toml", 'extend = "tests/graphlint.toml"\n')
    outcome = lab(".")
    assert (outcome.status, outcome.out) == (2, "")
    assert "a settings file cannot extend itself (graphlint.toml extends tests/graphlint.toml extends graphlint.toml)" in outcome.err
    lab.put("graphlint.toml", SETTINGS)
    lab.put("tests/graphlint.toml", NESTED.replace("extend-ignore", "extend-ignroe"))
    assert lab("tests").err == "error: tests/graphlint.toml: unknown setting extend-ignroe (did you mean extend-ignore?)\n"


@sets("unit-tests")
def test_unit_tests_are_checked_for_errors_only(lab: Laboratory) -> None:
    """A graph that a test retains costs nothing; what raises is reported there, too. A folder may have it otherwise."""
    text = METRICS.replace("\nw = ", "\ndef test_loss():\n    w = ").replace("\n(w", "\n    (w")
    lab.put("src/lab/test_loss.py", f"{text}\n\ndef test_data():\n    torch.ones(1).backward()\n")
    retained, raised = "src/lab/test_loss.py:5 GL201", "src/lab/test_loss.py:9 GL107"
    assert lab.found("src/lab/test_loss.py") == [raised]
    lab.put("src/graphlint.toml", 'unit-tests = "all"\n')
    assert lab.found("src/lab/test_loss.py") == [retained, raised]
    lab.put("src/graphlint.toml", 'unit-tests = "none"\n')
    assert "unit-tests" in lab("src").err


@sets("preview")
def test_new_rules_are_checked_where_the_settings_want_them(lab: Laboratory, tmp_path: Path) -> None:
    """Otherwise only a full code selects one: an upgrade adds no findings."""
    offered = tmp_path / "installed" / "others-1.0.dist-info"
    offered.mkdir(parents=True)
    (offered / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    (offered / "entry_points.txt").write_text("[graphlint.rules]\nothers = new_rule:New\n")
    (offered.parent / "new_rule.py").write_text(
        "from graphlint.rule.base import Rule, Severity\n"
        "class New(Rule):\n"
        "    'Flags nothing.'\n"
        "    code, name, severity, preview = 'XY101', 'new', Severity.INFO, True\n"
        "    def check(self, run):\n"
        "        yield from ()\n"
    )
    lab.environment["PYTHONPATH"] = str(offered.parent)

    def is_checked(*options: str) -> bool:
        """A suppression of a rule that is checked is reported as unused."""
        return any("GL001" in item for item in lab.found("script.py", *options))

    lab.put("script.py", "import torch  # noqa: XY101\n")
    assert not is_checked("--extend-select", "GL001")
    assert not is_checked("--extend-select", "GL001,XY1")
    assert is_checked("--extend-select", "GL001,XY101")
    assert is_checked("--extend-select", "GL001", "--preview")
    lab.put("graphlint.toml", "preview = true\n")
    assert is_checked("--extend-select", "GL001")
    assert not is_checked("--extend-select", "GL001", "--no-preview")


@sets("severity")
def test_findings_are_as_grave_as_the_settings_have_it(lab: Laboratory) -> None:
    """The longest selector decides."""
    lab.put("graphlint.toml", '[severity]\nGL2 = "info"\nGL = "error"\ndouble-backward = "warning"\n')
    graver = {item["code"]: item["severity"] for item in lab(*FOLDERS, "--output-format", "json").json}
    assert graver == {"GL101": "warning", "GL201": "info", "GL303": "error"}
    assert "Found 1 error, 1 warning, 2 info in 4 of 8 files (3 without PyTorch)." in lab(*FOLDERS).out


@sets("target-torch")
def test_branches_on_the_version_are_followed(lab: Laboratory) -> None:
    """As with the version that the code runs on."""
    lab.put("src/lab/metrics.py", METRICS.replace("(w * w)", 'if torch.__version__ == "1.13.1":\n    (w * w)'))
    assert RETAINED[:-8] not in "".join(lab.found("src"))
    lab.put("graphlint.toml", 'target-torch = "1.13.1"\n')
    assert "src/lab/metrics.py:5 GL201" in lab.found("src")


@sets("parser")
def test_libcst_parses_where_the_settings_ask_for_it(lab: Laboratory) -> None:
    """The findings are the same; a name of no parser is an error."""
    lab.put("graphlint.toml", 'parser = "libcst"\n')
    outcome = lab(*FOLDERS, "--output-format", "concise", "--no-cache", "--jobs", "1", PYTHONPROFILEIMPORTTIME="1")
    assert "graphlint.source.libcst_tree.tree" in outcome.err
    assert lab.found(*FOLDERS) == INSIDE
    lab.put("graphlint.toml", 'parser = "pyright"\n')
    assert "graphlint.toml: parser: " in lab("src").err


@sets("effects")
def test_what_cannot_be_seen_is_told(lab: Laboratory) -> None:
    """Of a library that is nowhere to be read."""
    assert lab.found("script.py") == ["script.py:8 GL101"]
    lab.put("graphlint.toml", '[effects]\n"mylib.prepared" = "unknown"\n')
    assert lab.found("script.py") == []


@sets("src")
def test_modules_are_imported_from_where_the_project_has_them(lab: Laboratory) -> None:
    """From folders that nobody would guess; by default from that of the settings file."""
    (lab.folder / "src" / "lab").rename(lab.folder / "vendor" / "lab")
    lab.put("apps/run.py", lab.text("vendor/lab/train.py"))
    lab.put("graphlint.toml", "")
    # Without the other files of the project, of which `vendor/lab/train.py` leads to the same finding.
    files = ("--isolated-files", "apps", "vendor/lab/steps.py")
    assert lab.found(*files) == []
    lab.put("graphlint.toml", 'src = ["vendor"]\n')
    assert lab.found(*files) == ["vendor/lab/steps.py:5 GL101"]
    assert "graph built here" in lab(*files).out
    (lab.folder / "vendor" / "lab").rename(lab.folder / "apps" / "lab")
    (lab.folder / ".git").rename(lab.folder / "not-git")
    (lab.folder / "apps" / "run.py").rename(lab.folder / "vendor" / "run.py")
    lab.put("graphlint.toml", 'src = ["apps"]\n')
    assert lab.found("vendor", "apps") == ["apps/lab/metrics.py:4 GL201", "apps/lab/steps.py:5 GL101", "vendor/old.py:4 GL201"]


@sets("force-exclude", "respect-gitignore")
def test_what_is_left_out_is_left_out(lab: Laboratory) -> None:
    """Though it is named, and though git ignores it."""
    lab.put("graphlint.toml", 'exclude = ["vendor"]\nforce-exclude = true\n')
    assert lab.found("vendor/old.py", "script.py") == []
    assert not any(found.startswith("scratch") for found in lab.found("."))
    lab.put("graphlint.toml", "respect-gitignore = false\n")
    assert "scratch/idea.py:4 GL201" in lab.found(".")


@sets("output-format")
def test_findings_are_printed_as_the_project_wants_them(lab: Laboratory) -> None:
    """Asked for once, in the current folder."""
    lab.put("graphlint.toml", 'output-format = "github"\n')
    assert lab("src/lab/metrics.py").out.startswith("::warning title=graphlint (GL201 needless-retain-graph),")


@sets("fail-on")
def test_findings_below_a_severity_do_not_fail(lab: Laboratory) -> None:
    """They are reported all the same."""
    lab.put("graphlint.toml", 'fail-on = "error"\n')
    outcome = lab("src/lab/metrics.py")
    assert (outcome.status, "warning GL201" in outcome.out) == (0, True)
    assert lab("src").status == 1


@sets("fix", "unsafe-fixes", "show-fixes")
def test_fixes_are_made_as_the_project_wants_them(lab: Laboratory) -> None:
    """Without a word on the command line."""
    lab.put("graphlint.toml", "fix = true\nunsafe-fixes = true\nshow-fixes = true\n")
    outcome = lab("src/tools", "src/lab/metrics.py")
    assert (outcome.status, outcome.out) == (0, "No findings in 4 files (2 without PyTorch). 2 findings fixed.\n")
    assert outcome.err.startswith("Fixed 2 findings:\n- src/lab/metrics.py\n")
    assert "model.train()\n" in lab.text("src/tools/plot.py")


@sets("baseline")
def test_what_is_known_is_silent(lab: Laboratory) -> None:
    """From the file that the settings name, from the folder of the settings."""
    (lab.folder / "known").mkdir()
    lab("src", "--write-baseline", "known/findings.json")
    lab.put("graphlint.toml", 'baseline = "known/findings.json"\n')
    assert lab.found(*FOLDERS) == [NOTEBOOK]
    assert lab.found(".", cwd="src") == []


@sets("cache-dir", "jobs")
def test_results_are_kept_where_the_project_wants_them(lab: Laboratory) -> None:
    """And found with as many processes as it wants."""
    lab.put("graphlint.toml", 'cache-dir = "kept"\njobs = 2\n')
    assert lab.found(*FOLDERS) == INSIDE
    assert (lab.folder / "kept" / "CACHEDIR.TAG").exists()
    assert lab.found(*FOLDERS) == INSIDE
    assert lab("clean").err == "note: kept: deleted\n"
