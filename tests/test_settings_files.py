"""Settings files: which one counts for a file, what each setting does, and what is told of mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from support import Run

import graphlint
from graphlint.check.cache.store import mark
from graphlint.config.files import parse_toml
from graphlint.config.table import EXTEND, SETTINGS

RESULTS = f"{'0' * 32}.json"
ROOT = Path(__file__).resolve().parent.parent
# The second backward raises: GL101 on line 6; the last retains for nothing: GL201 on line 7.
BAD = """\
import torch

w = torch.randn(3, requires_grad=True)
loss = w.sum() * w.sum()
loss.backward()
loss.backward()
"""
RETAINED = """\
import torch

w = torch.randn(3, requires_grad=True)
(w * w).sum().backward(retain_graph=True)
"""


@pytest.fixture
def both(project: Path) -> Path:
    """A project with a finding of GL101 and one of GL201."""
    (project / "bad.py").write_text(BAD)
    (project / "retained.py").write_text(RETAINED)
    return project


def put(path: Path, text: str) -> None:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def codes(run: Run, *arguments: str) -> list[tuple[str, str]]:
    """File and code of each finding."""
    outcome = run(*(arguments or (".",)), "--output-format", "json")
    assert outcome.err == ""
    return [(called(item), item["code"]) for item in outcome.json]


def called(item: dict[str, Any]) -> str:
    """The file of a finding, from the current folder."""
    return Path(item["filename"]).relative_to(Path.cwd()).as_posix()


ALL = [("bad.py", "GL101"), ("retained.py", "GL201")]


def test_without_settings_everything_is_found(run: Run, both: Path) -> None:
    """Else the tests below would prove nothing."""
    assert codes(run) == ALL


@pytest.mark.parametrize(
    ("name", "head"), [("pyproject.toml", "[tool.graphlint]\n"), ("graphlint.toml", ""), (".graphlint.toml", "")], ids=lambda value: value
)
def test_settings_stand_in_three_files(run: Run, both: Path, name: str, head: str) -> None:
    """In pyproject.toml in a table, in the others at the top."""
    put(both / name, f'{head}ignore = ["GL101"]\n')
    assert codes(run) == ALL[1:]


def test_of_several_in_a_folder_the_first_counts(run: Run, both: Path) -> None:
    """Alone: nothing is merged."""
    put(both / "pyproject.toml", '[tool.graphlint]\nignore = ["GL101", "GL201"]\n')
    assert codes(run) == []
    put(both / "graphlint.toml", 'ignore = ["GL101"]\n')
    assert codes(run) == ALL[1:]
    put(both / ".graphlint.toml", 'ignore = ["GL201"]\n')
    assert codes(run) == ALL[:1]


def test_the_closest_file_counts_and_no_other(run: Run, both: Path) -> None:
    """Each file of a run is checked under its own settings; a pyproject.toml without the table is none."""
    put(both / "graphlint.toml", 'ignore = ["GL101"]\n')
    for folder in ("inner", "inner/deep", "plain", "plain/more"):
        put(both / folder / "bad.py", BAD)
        put(both / folder / "retained.py", RETAINED)
    put(both / "inner" / "graphlint.toml", 'ignore = ["GL201"]\n')
    put(both / "plain" / "pyproject.toml", "[tool.ruff]\n# not graphlint\n")
    assert codes(run) == [
        ("inner/bad.py", "GL101"),
        ("inner/deep/bad.py", "GL101"),
        ("plain/more/retained.py", "GL201"),
        ("plain/retained.py", "GL201"),
        ("retained.py", "GL201"),
    ]
    assert codes(run, "inner/bad.py", "bad.py") == [("inner/bad.py", "GL101")]


def test_processes_get_the_settings_of_their_files(run: Run, project: Path) -> None:
    """The same output for any number of jobs."""
    for number in range(40):
        put(project / f"{number % 2}" / f"f{number:02}.py", BAD + "# padding\n" * 2000)
    put(project / "1" / "graphlint.toml", 'ignore = ["GL101"]\n')
    put(project / "graphlint.toml", '[severity]\nGL1 = "info"\n[per-file-ignores]\n"f00.py" = ["GL1"]\n')
    one = run(".", "--jobs", "1", "--output-format", "json")
    assert one.out == run(".", "--jobs", "2", "--output-format", "json").out
    assert {(called(item)[0], item["severity"]) for item in one.json} == {("0", "info")}
    assert len(one.json) == 19


def test_extend_builds_on_another_file(run: Run, both: Path) -> None:
    """What is said replaces what is said there, or is added where its name says so; paths are meant from their own file."""
    put(both / "base" / "shared.toml", 'ignore = ["GL101"]\nextend-exclude = ["skipped.py"]\n[per-file-ignores]\n"x.py" = ["GL2"]\n')
    put(both / "graphlint.toml", 'extend = "base/shared.toml"\n')
    put(both / "skipped.py", RETAINED)
    put(both / "base" / "skipped.py", RETAINED)
    put(both / "base" / "x.py", RETAINED)
    put(both / "x.py", RETAINED)
    assert codes(run, ".") == [("retained.py", "GL201"), ("skipped.py", "GL201"), ("x.py", "GL201")]
    put(both / "graphlint.toml", 'extend = "base/shared.toml"\nextend-ignore = ["GL201"]\n')
    assert codes(run, "bad.py", "retained.py") == []
    put(both / "graphlint.toml", 'extend = "base/shared.toml"\nignore = ["GL201"]\n')
    assert codes(run, "bad.py", "retained.py") == ALL[:1]


def test_a_pyproject_can_be_built_on(run: Run, both: Path) -> None:
    """By those who keep one for several projects."""
    put(both / "base" / "pyproject.toml", '[tool.graphlint]\nignore = ["GL101"]\n')
    put(both / "graphlint.toml", 'extend = "base/pyproject.toml"\n')
    assert codes(run, "bad.py", "retained.py") == ALL[1:]


def test_a_circle_of_files_is_refused(run: Run, both: Path) -> None:
    """Nobody could say which wins."""
    put(both / "graphlint.toml", 'extend = "other.toml"\n')
    put(both / "other.toml", 'extend = "graphlint.toml"\n')
    outcome = run(".")
    message = "other.toml: extend: a settings file cannot extend itself (graphlint.toml extends other.toml extends graphlint.toml)"
    assert (outcome.status, outcome.err) == (2, f"error: {message}\n")


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ('select = ["GL1"]', ALL[:1]),
        ('select = ["needless-retain-graph"]', ALL[1:]),
        ('select = ["ALL"]\nignore = ["GL2"]', ALL[:1]),
        ('select = ["GL1"]\nextend-select = ["GL201"]', ALL),
        ('ignore = ["GL1"]\nextend-ignore = ["GL201"]', []),
        ('[per-file-ignores]\n"bad.py" = ["GL1"]', ALL[1:]),
        ('[per-file-ignores]\n"bad.py" = ["GL201"]\n"*.py" = ["double-backward"]', ALL[1:]),
        ('[per-file-ignores]\n"!bad.py" = ["ALL"]', ALL[:1]),
        ('[per-file-ignores]\n"bad.py" = ["GL1"]\n[extend-per-file-ignores]\n"retained.py" = ["GL2"]', []),
        ('exclude = ["bad.py"]', ALL[1:]),
        ('exclude = ["/bad.py"]\nextend-exclude = ["other*"]', ALL[1:]),
        ('exclude = ["*.py", "!bad.py"]', ALL[:1]),
    ],
)
def test_rules_and_files_are_chosen(run: Run, both: Path, settings: str, found: list[tuple[str, str]]) -> None:
    """By code, name and prefix; patterns as in a .gitignore."""
    put(both / "graphlint.toml", settings)
    assert codes(run) == found


def test_severities_are_set_by_the_longest_selector(run: Run, both: Path) -> None:
    """In every format, and in the summary."""
    put(both / "graphlint.toml", '[severity]\nGL1 = "warning"\ndouble-backward = "info"\nGL2 = "error"\n')
    assert [item["severity"] for item in run(".", "--output-format", "json").json] == ["info", "error"]
    assert "Found 1 error, 1 info in 2 of 2 files." in run(".").out


def test_excluded_files_are_checked_where_they_are_named(run: Run, both: Path) -> None:
    """Unless it is forced, as hooks do that name all files."""
    put(both / "graphlint.toml", 'exclude = ["bad.py"]\n')
    assert codes(run, "bad.py") == ALL[:1]
    put(both / "graphlint.toml", 'exclude = ["bad.py"]\nforce-exclude = true\n')
    assert run("bad.py", "retained.py", "--output-format", "json").json[0]["code"] == "GL201"


def test_what_git_ignores_can_be_checked(run: Run, both: Path) -> None:
    """Where generated code is of interest."""
    (both / ".git").mkdir()
    put(both / ".gitignore", "bad.py\n")
    assert codes(run) == ALL[1:]
    put(both / "graphlint.toml", "respect-gitignore = false\n")
    assert codes(run) == ALL


def test_output_format_is_asked_for_in_the_current_folder(run: Run, both: Path) -> None:
    """And the option wins."""
    put(both / "graphlint.toml", 'output-format = "concise"\n')
    put(both / "inner" / "graphlint.toml", 'output-format = "json"\n')
    assert run("bad.py", "-q").out.startswith("bad.py:6:1: error GL101")
    assert run("bad.py", "--output-format", "json").json[0]["code"] == "GL101"


def test_fix_and_unsafe_fixes_and_show_fixes(run: Run, both: Path) -> None:
    """As the options of these names."""
    put(both / "graphlint.toml", "fix = true\n")
    assert run("retained.py").err == ""
    assert "retain_graph" not in (both / "retained.py").read_text()
    put(both / "retained.py", RETAINED)
    put(both / "graphlint.toml", "show-fixes = true\n")
    assert run("retained.py").err == ""
    assert "retain_graph" in (both / "retained.py").read_text()
    put(both / "graphlint.toml", "show-fixes = true\nfix = true\nunsafe-fixes = true\n")
    assert "GL201" in run("retained.py").err


def test_jobs_and_cache_dir_and_src_are_taken(run: Run, both: Path) -> None:
    """And shown by `graphlint config`."""
    put(both / "graphlint.toml", 'jobs = 1\ncache-dir = "kept/here"\nsrc = ["lib"]\nrespect-gitignore = true\n')
    settings = json.loads(run("config", "--output-format", "json").out)["settings"]
    assert settings["jobs"] == {"value": 1, "from": "graphlint.toml"}
    assert settings["cache-dir"] == {"value": str(both / "kept" / "here"), "from": "graphlint.toml"}
    assert codes(run) == ALL


def test_target_torch_is_what_the_code_asks_for(run: Run, project: Path) -> None:
    """Where it branches on the version."""
    put(project / "a.py", BAD.replace("loss.backward()\nloss", 'loss.backward()\nif torch.__version__ == "1.13.1":\n    loss'))
    assert codes(run) == []
    put(project / "graphlint.toml", 'target-torch = "1.13.1"\n')
    assert codes(run) == [("a.py", "GL101")]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--select", "GL1"], ALL[:1]),
        (["--select", "GL201"], ALL[1:]),
        (["--extend-select", "GL201"], ALL),
        (["--select", "GL2", "--ignore", "GL201"], []),
        (["--ignore", "GL1"], []),
        (["--select", "GL2"], []),
        (["--per-file-ignores", "*.py:GL1"], []),
        (["--exclude", "bad.py"], []),
        (["--isolated"], ALL),
        (["--isolated", "--ignore", "GL201"], ALL[:1]),
        (["--config", "other/strict.toml"], ALL),
        (["--config", "ignore = ['GL101']"], ALL[1:]),
        (["--config", "ignore = []"], ALL),
        (["--config", "ignore = []", "--config", "select = ['GL201']"], ALL[1:]),
        (["--config", "other/strict.toml", "--config", "per-file-ignores.'bad.py' = ['GL1']"], ALL[1:]),
    ],
    ids=str,
)
def test_the_command_line_wins_over_files(run: Run, both: Path, arguments: list[str], found: list[tuple[str, str]]) -> None:
    """What the file ignores by its code is left out of a prefix, and is checked where the command line names it as closely."""
    put(both / "graphlint.toml", 'ignore = ["GL201"]\n')
    put(both / "other" / "strict.toml", 'select = ["GL"]\n')
    assert codes(run, ".", *arguments) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('slect = ["GL1"]', "graphlint.toml: unknown setting slect (did you mean select?)"),
        ("per_file_ignores = {}", "graphlint.toml: unknown setting per_file_ignores (did you mean per-file-ignores?)"),
        ('select = "GL1"', "graphlint.toml: select: expected a list of strings, got 'GL1'"),
        ("select = [1]", "graphlint.toml: select: expected a list of non-empty strings, got an element 1"),
        ('select = ["GL999"]', "graphlint.toml: select: unknown rule 'GL999'\n"),
        (
            '[per-file-ignores]\n"*" = ["stored-grph"]',
            "graphlint.toml: per-file-ignores: unknown rule 'stored-grph' (did you mean stored-graph?)",
        ),
        (
            'per-file-ignores = ["GL1"]',
            "graphlint.toml: per-file-ignores: expected a table of patterns and lists of rules, got a list",
        ),
        ('[per-file-ignores]\n"*" = "GL1"', "graphlint.toml: per-file-ignores: '*': expected a list of strings, got 'GL1'"),
        (
            '[severity]\nGL1 = "eror"',
            "graphlint.toml: severity: GL1: invalid value 'eror': expected one of error, warning, info (did you mean error?)",
        ),
        ('[severity]\nGL1 = "off"', "graphlint.toml: severity: GL1: to disable a rule, add it to ignore"),
        ('[severity]\nGL777 = "info"', "graphlint.toml: severity: unknown rule 'GL777'"),
        ('[effects]\n"a.b" = "detach"', "graphlint.toml: effects: a.b: invalid value 'detach': expected one of detaches, "),
        ("[effects]\na.b = 'detaches'", "graphlint.toml: effects: 'a': expected the qualified name of a function"),
        ("fix = 1", "graphlint.toml: fix: expected true or false, got 1"),
        ("jobs = 0", "graphlint.toml: jobs: expected an integer >= 1, got 0"),
        ("jobs = true", "graphlint.toml: jobs: expected an integer >= 1, got true"),
        ('output-format = "jsn"', "graphlint.toml: output-format: invalid value 'jsn': expected one of full, "),
        ('target-torch = "new"', "graphlint.toml: target-torch: expected a PyTorch version such as '2.13.0', got 'new'"),
        ("cache-dir = []", "graphlint.toml: cache-dir: expected a non-empty string, got a list"),
        ("extend = 3", "graphlint.toml: extend: expected a non-empty string, got 3"),
        ('extend = "no.toml"', "graphlint.toml: extend: no.toml: cannot be read: No such file or directory"),
        ("fix = true\nselect = [", "graphlint.toml:2: invalid TOML: "),
        ("fix = tru\n", "graphlint.toml:1: invalid TOML: "),
        ("fix = true\nfix = false\n", "graphlint.toml:2: invalid TOML: "),
        ("fix = " + "[" * 5000, "graphlint.toml: invalid TOML: nested too deeply"),
        ("[tool.graphlint]\nfix = true\n", "graphlint.toml: unknown table tool: graphlint's settings belong at the top of "),
        ('[lint]\nselect = ["GL1"]\n', "graphlint.toml: unknown table lint: graphlint's settings belong at the top of this file"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_file_key_and_what_may_be_meant(run: Run, both: Path, text: str, message: str) -> None:
    """A mistyped setting that is passed over would check something else than was meant."""
    put(both / "graphlint.toml", text)
    outcome = run(".")
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith(f"error: {message}")


def test_all_mistakes_of_a_file_are_told_at_once(run: Run, both: Path) -> None:
    """So that they can be mended at once."""
    put(both / "pyproject.toml", "[tool.graphlint]\nfix = 1\nslect = []\n")
    expected = "error: pyproject.toml: fix: expected true or false, got 1\npyproject.toml: unknown setting slect (did you mean select?)\n"
    assert run(".").err == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[tool]\ngraphlint = 3\n", "pyproject.toml: tool.graphlint: expected a table"),
        (b"[tool.graphlint]\nx = '\xff'\n", "pyproject.toml:2: not valid UTF-8"),
        (b"# graphlint\n\n[tool\n", "pyproject.toml:3: invalid TOML: "),
    ],
)
def test_a_broken_pyproject_is_told(run: Run, both: Path, data: bytes, message: str) -> None:
    """With its line."""
    (both / "pyproject.toml").write_bytes(data)
    assert run(".").err.startswith(f"error: {message}")


def test_a_file_may_begin_with_a_byte_order_mark(run: Run, both: Path) -> None:
    """Editors on Windows write one."""
    (both / "graphlint.toml").write_bytes(b'\xef\xbb\xbfselect = ["GL101"]\n')
    assert [code for _, code in codes(run)] == ["GL101"]


def test_a_broken_pyproject_that_does_not_speak_of_graphlint_is_no_concern(run: Run, both: Path) -> None:
    """Somebody else will tell of it."""
    put(both / "pyproject.toml", "[tool\n")
    assert codes(run) == ALL


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--config", "none.toml"], "none.toml: cannot be read: No such file or directory"),
        (
            ["--config", "a.toml", "--config", "b.toml"],
            "--config: expected one settings file, got a.toml and b.toml",
        ),
        (["--config", "slect = []"], "--config: unknown setting slect (did you mean select?)"),
        (["--config", "select = ["], "--config: 'select = [' is neither a file nor a setting in TOML: "),
        (["--config", "extend = 'a.toml'"], "--config: extend is only valid in a settings file; use --config FILE"),
        (["--isolated", "--config", "a.toml"], "--isolated ignores all settings files; leave it out, or --config a.toml"),
        (["--per-file-ignores", "GL1"], "invalid value 'GL1' for --per-file-ignores: expected PATTERN:RULE, such as tests/*:GL2"),
        (["--per-file-ignores", "*:GL999"], "--per-file-ignores: unknown rule 'GL999'"),
        (["--select", "GL999"], "--select: unknown rule 'GL999'"),
        (["--config", "ignore = ['GL999']"], "--config: ignore: unknown rule 'GL999'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_on_the_command_line_is_told(run: Run, both: Path, arguments: list[str], message: str) -> None:
    """With the option it was given to."""
    outcome = run(".", *arguments)
    assert outcome.status == 2
    assert outcome.err.startswith(f"error: {message}")


def test_standard_input_has_the_settings_of_its_name(run: Run, both: Path, launch: Run) -> None:
    """Editors hand over what is not saved yet."""
    put(both / "inner" / "graphlint.toml", 'ignore = ["GL101"]\n')
    arguments = ("-", "--output-format", "concise", "-q", "--stdin-filename")
    assert launch(*arguments, "a.py", input=BAD.encode(), cwd=both).out.startswith("a.py:6:1: error GL101")
    assert launch(*arguments, "inner/a.py", input=BAD.encode(), cwd=both).out == ""


def test_config_shows_what_is_in_force_and_whence(run: Run, both: Path) -> None:
    """For a file or a folder; as TOML, with the origin behind each."""
    put(both / "base.toml", 'ignore = ["GL204"]\nextend-select = ["GL402"]\n')
    put(
        both / "inner" / "graphlint.toml",
        'extend = "../base.toml"\nextend-select = ["GL903"]\nfix = true\n[per-file-ignores]\n"a" = ["GL1"]\n',
    )
    put(both / "inner" / "a.py", BAD)
    outcome = run("config", "inner/a.py", "--select", "GL1")
    lines = [" ".join(line.split()) for line in outcome.out.splitlines()]
    assert lines[0] == "# inner/a.py: settings from inner/graphlint.toml"
    assert 'select = ["GL1"] # the command line' in lines
    assert 'ignore = ["GL204"] # base.toml' in lines
    assert 'extend-select = ["GL402", "GL903"] # base.toml, inner/graphlint.toml' in lines
    assert "fix = true # inner/graphlint.toml" in lines
    assert 'per-file-ignores = { "a" = ["GL1"] } # inner/graphlint.toml' in lines
    assert "exclude = [] # default" in lines
    assert run("config", "inner").out.splitlines()[1:] == run("config", "inner/a.py").out.splitlines()[1:]
    assert run("config").out.splitlines()[0] == "# .: no settings file found"


def test_config_prints_toml(run: Run, both: Path) -> None:
    """It can be put into a file, and means the same there."""
    put(both / "graphlint.toml", '[effects]\n"a.b" = "keeps"\n[severity]\nGL1 = "info"\n')
    printed = run("config").out
    put(both / "graphlint.toml", printed)
    assert parse_toml(printed) == parse_toml(run("config").out)


def test_config_as_json(run: Run, both: Path) -> None:
    """For tools: every setting, with its origin."""
    put(both / "graphlint.toml", 'ignore = ["GL204"]\n')
    told = json.loads(run("config", "bad.py", "--output-format", "json").out)
    assert (told["path"], told["file"]) == ("bad.py", "graphlint.toml")
    assert told["settings"].keys() == {option.name for option in SETTINGS}
    assert told["settings"]["ignore"] == {"value": ["GL204"], "from": "graphlint.toml"}
    assert told["settings"]["output-format"] == {"value": "full", "from": "default"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["config", "nowhere"], "nowhere: there is no such file or directory"),
        (["config", "a", "b"], "expected one path, got a b"),
        (["config", "--output-format", "xml"], "invalid value 'xml' for --output-format: expected one of text, json"),
    ],
    ids=" ".join,
)
def test_mistakes_of_config_are_told(run: Run, project: Path, arguments: list[str], message: str) -> None:
    """As those of any command."""
    outcome = run(*arguments)
    assert outcome.status == 2
    assert outcome.err.startswith(f"error: {message}")


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The schema as it is installed."""
    found: dict[str, Any] = json.loads(Path(str(graphlint.__file__)).with_name("graphlint.schema.json").read_text())
    return found


@pytest.mark.parametrize("option", [EXTEND, *SETTINGS], ids=lambda option: option.name)
def test_the_example_of_each_setting_is_good(option: Any, schema: dict[str, Any], run: Run, project: Path) -> None:
    """For the schema and for the command, which shows where it comes from."""
    jsonschema.Draft202012Validator.check_schema(schema)
    values = parse_toml(option.example)
    assert set(values) == {option.name}
    jsonschema.validate(values, schema)
    if option is not EXTEND:
        put(project / "graphlint.toml", option.example)
        told = json.loads(run("config", "--output-format", "json").out)["settings"][option.name]
        assert told["from"] == "graphlint.toml"


@pytest.mark.parametrize(
    "text",
    [
        'slect = ["GL1"]',
        'select = "GL1"',
        'select = ["GL999"]',
        "fix = 1",
        "jobs = 0",
        '[severity]\nGL1 = "off"',
        '[effects]\n"a.b" = "x"',
        '[effects]\n"a" = "keeps"',
        '[per-file-ignores]\n"*" = ["GL77"]',
        'output-format = "x"',
        'target-torch = "new"',
    ],
)
def test_what_the_command_refuses_the_schema_refuses(text: str, schema: dict[str, Any]) -> None:
    """An editor that shows no mistake where the command fails is of no use."""
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(parse_toml(text), schema)


def test_clean_deletes_the_cache_and_nothing_else(run: Run, project: Path) -> None:
    """Only a folder that is marked as graphlint's cache: the setting may name any folder."""
    assert run("clean").err == "note: .graphlint_cache: there is no cache\n"
    cache = project / ".graphlint_cache"
    put(cache / RESULTS, "x")
    outcome = run("clean")
    assert outcome.status == 2
    assert outcome.err.startswith("error: .graphlint_cache: is not marked as the cache of graphlint, and is left as it is")
    put(cache / "CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# of another tool\n")
    assert run("clean").status == 2
    mark(cache)
    put(cache / "mine.json", "x")
    assert run("clean").err.startswith("error: .graphlint_cache: holds what is not of graphlint (mine.json), and is left as it is")
    assert (cache / RESULTS).exists()
    (cache / "mine.json").unlink()
    assert run("clean").err == "note: .graphlint_cache: deleted\n"
    assert not cache.exists()


@pytest.mark.parametrize("value", ["../kept", "{outside}", "~/kept", "link/kept", "."])
@pytest.mark.parametrize("command", [["check", "."], ["clean"], ["config"]])
def test_a_project_sets_no_cache_outside_of_itself(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, value: str, command: list[str]
) -> None:
    """A check of a cloned repository creates no folder elsewhere."""
    outside = tmp_path / "outside"
    outside.mkdir()
    monkeypatch.setenv("HOME", str(outside))
    monkeypatch.setenv("USERPROFILE", str(outside))
    (project / "link").symlink_to(outside)
    put(project / "a.py", "import torch\n")
    put(project / "graphlint.toml", f"cache-dir = '{value.format(outside=outside)}'\n")
    outcome = run(*command)
    assert outcome.status == 2
    assert "error: graphlint.toml: cache-dir: " in outcome.err
    assert "set it by --cache-dir or GRAPHLINT_CACHE_DIR" in outcome.err
    assert not any(outside.iterdir())


def test_a_file_that_is_extended_sets_a_cache_in_its_own_folder(run: Run, project: Path) -> None:
    """As of a repository of several projects; a file further down may not lead outside."""
    put(project / "base.toml", 'cache-dir = "shared"\n')
    put(project / "inner" / "graphlint.toml", 'extend = "../base.toml"\n')
    put(project / "graphlint.toml", 'extend = "inner/base.toml"\n')
    put(project / "inner" / "base.toml", 'cache-dir = "../../elsewhere"\n')
    settings = json.loads(run("config", "inner", "--output-format", "json").out)["settings"]
    assert settings["cache-dir"]["value"] == str(project / "shared")
    assert "inner/base.toml: cache-dir: " in run("config", ".").err


def test_the_user_sets_a_cache_anywhere(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On the command line, in a file that is named there, or in the environment; the nearest to the command counts."""
    put(project / "a.py", "import torch\n")
    put(project / "graphlint.toml", 'cache-dir = "/never"\n')
    put(project / "named" / "settings.toml", 'cache-dir = "../../by_file"\n')
    monkeypatch.setenv("GRAPHLINT_CACHE_DIR", str(tmp_path / "by_environment"))
    assert run("a.py").status == 0
    assert run("a.py", "--cache-dir", str(tmp_path / "by_option")).status == 0
    monkeypatch.delenv("GRAPHLINT_CACHE_DIR")
    assert run("a.py", "--config", "named/settings.toml").status == 0
    assert all((tmp_path / name).is_dir() for name in ("by_environment", "by_option", "by_file"))


def test_clean_follows_the_setting_and_no_link(run: Run, project: Path) -> None:
    """A link may lead anywhere."""
    put(project / "graphlint.toml", 'cache-dir = "kept"\n')
    put(project / "other" / RESULTS, "x")
    mark(project / "other")
    (project / "kept").symlink_to("other")
    assert run("clean").status == 2
    assert (project / "other" / RESULTS).exists()
    (project / "kept").unlink()
    (project / "other").rename(project / "kept")
    (project / "inner").mkdir()
    assert run("clean", "inner").err == "note: kept: deleted\n"


@pytest.mark.parametrize("setting", ["extend = {}", "cache-dir = {}", "baseline = {}", "src = [{}]"])
def test_a_path_has_no_null_character(both: Path, run: Run, setting: str) -> None:
    """TOML can spell one; the functions of the operating system raise for it."""
    put(both / "graphlint.toml", setting.format(r'"a\u0000b"') + "\n")
    outcome = run(".")
    name = setting.partition(" ")[0]
    assert outcome.status == 2
    assert outcome.err == f"error: graphlint.toml: {name}: 'a\\x00b' contains a null character, which no path can\n"
