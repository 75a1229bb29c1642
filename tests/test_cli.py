"""The command as people and scripts use it: options, exit status, what goes to which stream."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import Run

import graphlint
from graphlint.cli.commands import COMMANDS
from graphlint.cli.main import main
from graphlint.report import FORMATS

BAD = "import torch\nx = (\n"
GOOD = "import torch\nx = 1\n"


@pytest.fixture
def two(project: Path) -> Path:
    """A project with one bad file and one good."""
    (project / "bad.py").write_text(BAD)
    (project / "good.py").write_text(GOOD)
    return project


def test_exit_status_says_how_it_went(run: Run, two: Path) -> None:
    """0 nothing found, 1 findings, 2 the run itself failed, whatever was found besides: scripts rely on it."""
    assert run("good.py").status == 0
    assert run("bad.py").status == 1
    assert run("bad.py", "nowhere.py").status == 2
    assert run("bad.py", "--exit-zero").status == 0
    assert run("bad.py", "nowhere.py", "--exit-zero").status == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--watch", "--add-noqa"], "--watch cannot be used with --add-noqa"),
        (["--watch", "--write-baseline", "b.json"], "--watch cannot be used with --write-baseline"),
        (["--cache-dir", "bad.py"], "--cache-dir: bad.py is not a directory; choose another one, or pass --no-cache"),
        (["--exclude", "[a/*.py"], "--exclude: invalid pattern '[a/*.py': it can match no file"),
        (["--per-file-ignores", "[a/*.py:GL1"], "--per-file-ignores: invalid pattern '[a/*.py': it can match no file"),
        (["--config", 'target-torch = "9.0"'], "--config: target-torch: expected a PyTorch version from 1.8 to 2.x, got '9.0'"),
        (["--config", 'target-torch = "1.0"'], "--config: target-torch: expected a PyTorch version from 1.8 to 2.x, got '1.0'"),
        (["check", "check"], "check: there is no such file or directory"),
    ],
    ids=" ".join,
)
def test_what_can_have_no_effect_or_a_bad_one_is_refused(run: Run, two: Path, arguments: list[str], message: str) -> None:
    """Under --watch, each new finding would be silenced as it is typed; the others would pass without a word."""
    assert run(*arguments).err == f"error: {message}\n"


def test_help_and_version_are_also_words(run: Run, launch: Run, project: Path) -> None:
    """As in other commands, unless there is such a file."""
    assert launch("help").out == launch("check", "--help").out
    assert launch("help", "rule").out == launch("rule", "--help").out
    assert run("version").out == run("--version").out
    (project / "version").mkdir()
    assert run("version").err == "warning: no Python files found\n"


def test_check_may_be_left_out(run: Run, two: Path) -> None:
    """`graphlint PATH` is what people type."""
    assert run(".") == run("check", ".") == run("check")
    assert run("--output-format", "concise", "bad.py").out == run("check", "bad.py", "--output-format", "concise").out


def test_the_report_goes_to_the_output_and_errors_do_not(run: Run, two: Path) -> None:
    """A tool that reads the output must not stumble over messages."""
    outcome = run("bad.py", "nowhere.py", "--output-format", "json")
    assert [found["code"] for found in outcome.json] == ["GL000"]
    assert outcome.err == "error: nowhere.py: there is no such file or directory\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--selct", "GL1", "."], "unknown option --selct (did you mean --select?)"),
        (["--output-formt=json", "."], "unknown option --output-formt (did you mean --output-format?)"),
        (["-x", "."], "unknown option -x"),
        (["--output-format", "jsn"], f"invalid value 'jsn' for --output-format: expected one of {', '.join(FORMATS)} (did you mean json?)"),
        (["--color", "allways"], "invalid value 'allways' for --color: expected one of auto, always, never (did you mean always?)"),
        (["--jobs", "0"], "invalid value '0' for --jobs: expected an integer >= 1"),
        (["--jobs", "many"], "invalid value 'many' for --jobs: expected an integer >= 1"),
        (["--select"], "--select: expected one argument"),
        (["--select", ","], "--select: expected at least one name"),
        (["--select", "syntax-eror"], "--select: unknown rule 'syntax-eror' (did you mean syntax-error?)"),
        (["--ignore", "GL00,syntax"], "--ignore: unknown rule 'syntax' (did you mean syntax-error?)"),
        (["-", "a.py"], "standard input (-) cannot be combined with other paths"),
        (["rule", "syntax-eror"], "unknown rule 'syntax-eror' (did you mean syntax-error?)"),
        (["rule"], "expected a rule code or name, or --all"),
        (["GL101", "."], "unknown command or path 'GL101' (did you mean graphlint rule GL101?)"),
        (["rul"], "unknown command or path 'rul' (did you mean rule?)"),
        (["chek", "."], "unknown command or path 'chek' (did you mean check?)"),
    ],
    ids=" ".join,
)
def test_a_mistake_is_told_with_what_may_be_meant(run: Run, project: Path, arguments: list[str], message: str) -> None:
    """A mistyped option that is passed over would check something else than was meant."""
    outcome = run(*arguments)
    assert outcome.err == f"error: {message}\n"
    assert outcome.status == 2


def test_options_and_paths_mix(run: Run, two: Path) -> None:
    """Options may stand before, between and behind paths, and `--` ends them."""
    (two / "-odd.py").write_text(BAD)
    assert run("good.py", "--quiet", "bad.py", "--output-format=concise").out.count("GL000") == 1
    assert run("--quiet", "--output-format", "concise", "--", "-odd.py").out.startswith("-odd.py:2:5: error GL000")


def test_select_and_ignore_reach_the_rules(run: Run, two: Path) -> None:
    """Words may be separated by commas or given in several options."""
    assert run("bad.py", "--ignore", "GL000").status == 0
    assert run("bad.py", "--ignore", "GL000", "--select", "GL").status == 0
    assert run("bad.py", "--select", "GL000,GL0", "--select", "syntax-error").status == 1


def test_exclude_reaches_the_walk(run: Run, two: Path) -> None:
    """But a file that is named is checked."""
    assert run(".", "--exclude", "bad.py").status == 0
    assert run("bad.py", "--exclude", "bad.py").status == 1


def test_standard_input_is_checked_under_a_name(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Editors hand over what is not saved yet."""

    class Input:
        buffer = io.BytesIO(BAD.encode())

    monkeypatch.setattr(sys, "stdin", Input)
    assert run("-", "--stdin-filename", "src/a.py", "--output-format", "concise", "-q").out.startswith("src/a.py:2:5: error GL000 ")
    Input.buffer = io.BytesIO(BAD.encode())
    assert run("-", "--output-format", "concise", "-q").out.startswith("-:2:5: error GL000 ")


def test_the_output_may_go_to_a_file(run: Run, two: Path) -> None:
    """For CI that keeps it."""
    outcome = run(".", "--output-format", "json", "--output-file", "out.json")
    assert (outcome.out, outcome.status) == ("", 1)
    assert json.loads((two / "out.json").read_text())[0]["code"] == "GL000"
    assert (
        run(".", "--output-file", "no/such/folder.txt").err
        == "error: no/such/folder.txt cannot be written: No such file or directory; create the directory first\n"
    )


def test_quiet_prints_findings_and_nothing_else(run: Run, two: Path) -> None:
    """No summary, and nothing at all where nothing was found."""
    assert run("good.py", "-q").out == ""
    assert "Found" not in run("bad.py", "-q").out
    assert "Found 1 error in 1 of 2 files." in run(".").out


def test_verbose_tells_what_was_looked_at(run: Run, two: Path) -> None:
    """A file that names no torch is found but not analyzed."""
    (two / "other.py").write_text("x = (\n")
    assert "note: 3 files found, 2 analyzed\n" in run(".", "--verbose").err


def test_a_file_that_names_no_torch_is_not_parsed(run: Run, project: Path) -> None:
    """Its syntax is not judged, and its bytes need not be text."""
    (project / "a.py").write_text("print 'hello'\n")
    (project / "b.py").write_bytes(b"\xff\xfe\x00")
    assert run(".").status == 0


def test_statistics_replace_the_findings(run: Run, two: Path) -> None:
    """Counts by rule, also as JSON."""
    assert run(".", "--statistics", "-q").out == "1  GL000  syntax-error\n"
    assert run(".", "--statistics", "--output-format", "json").json == [{"code": "GL000", "name": "syntax-error", "count": 1, "fixable": 0}]


def test_nothing_to_check_is_no_failure(run: Run, project: Path) -> None:
    """A word on the error stream, and a valid empty report."""
    outcome = run(".", "--output-format", "json")
    assert (outcome.status, outcome.out, outcome.err) == (0, "[]\n", "warning: no Python files found\n")


def test_colour_can_be_forced(run: Run, two: Path) -> None:
    """For those who pipe into a pager."""
    assert "\x1b[" in run("bad.py", "--color", "always").out
    assert "\x1b[" not in run("bad.py").out


def test_flags_for_what_comes_later_are_taken(run: Run, two: Path) -> None:
    """Scripts that are written now go on working."""
    assert run("bad.py", "--no-cache", "--isolated").out == run("bad.py").out


def test_alone_it_prints_its_help(run: Run) -> None:
    """As other tools do; nothing was checked, so it is no success."""
    outcome = run()
    assert outcome.status == 2
    assert "usage: graphlint check" in outcome.err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """What is not in the help is not found."""
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for command in COMMANDS:
        assert f"graphlint {command}" in text


def test_version_and_nothing_heavy(launch: Run) -> None:
    """Hooks and editors ask for it at every start."""
    assert launch("--version").out == f"graphlint {graphlint.__version__}\n"
    script = "import sys; from graphlint.cli.main import main; main(['--version']); print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True).stdout
    for module in ("argparse", "libcst", "pygls", "rich", "pathspec", "graphlint.check.analyze", "graphlint.rules"):
        assert f"'{module}'" not in loaded


def test_a_check_imports_only_what_it_needs(launch: Run, two: Path) -> None:
    """libcst alone takes longer to import than a small file to check."""
    script = "import sys; from graphlint.cli.main import main; main(sys.argv[1:]); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-I", "-c", script, "good.py"], capture_output=True, text=True, check=True, cwd=two)
    for module in ("libcst", "pygls", "rich", "pathspec", "numpy", "torch", "concurrent.futures", "multiprocessing"):
        assert f"'{module}'" not in done.stdout


def test_an_output_that_cannot_hold_a_character_shows_its_escape(launch: Run, project: Path) -> None:
    """A terminal or a pipe in an old encoding must not end the run."""
    (project / "a.py").write_text("import torch\nx = 'é本' (\n", encoding="utf-8")
    script = "import sys; sys.stdout.reconfigure(encoding='ascii'); from graphlint.cli.main import main; sys.exit(main(['a.py']))"
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=False, cwd=project)
    assert r"x = '\xe9\u672c' (" in done.stdout
    assert (done.stderr, done.returncode) == ("", 1)


def test_a_reader_that_leaves_early_is_no_error(project: Path) -> None:
    """`graphlint . | head` must not print a traceback."""
    for number in range(3000):
        (project / f"bad{number}.py").write_text(BAD)
    process = subprocess.Popen([sys.executable, "-I", "-m", "graphlint", "."], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) in (0, 1, 2)
    assert errors == b""


def test_the_current_folder_is_not_imported_from(launch: Run, project: Path) -> None:
    """The code that is checked is never executed, also where it is called like a module that graphlint imports."""
    for name in ("torch", "ast", "json", "random", "tokenize", "multiprocessing", "libcst", "concurrent"):
        (project / f"{name}.py").write_text("import torch\nopen('executed', 'w')\n")
    (project / "later.py").write_text("import torch\ntype X = int\n")
    launch(".", "--jobs", "2", cwd=project)
    assert not (project / "executed").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["."], [".", "--output-format", "json"], ["--version"], ["rule", "--all"], ["config"]])
def test_an_output_that_cannot_be_written_is_a_failure(two: Path, arguments: list[str]) -> None:
    """A disk that is full must not look like findings, nor like a crash."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-I", "-m", "graphlint", *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"error: the output cannot be written: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_streams_may_be_closed(two: Path) -> None:
    """A daemon's child may have none of them."""

    def shell(line: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(["sh", "-c", f'"{sys.executable}" -I -m graphlint {line}'], capture_output=True, check=False)

    assert (shell("good.py >&-").returncode, shell("bad.py >&-").returncode, shell("bad.py >&-").stderr) == (0, 1, b"")
    assert (shell("bad.py nowhere.py 2>&-").returncode, shell("bad.py 2>&- >&-").returncode) == (2, 1)
    assert (shell("- <&-").returncode, shell("- <&-").stderr) == (2, b"error: standard input (-) is closed\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not let go of the current folder")
def test_a_current_folder_that_is_gone_is_told(launch: Run, tmp_path: Path) -> None:
    """As after a checkout of another branch, in a terminal that was left open."""
    folder = tmp_path / "gone"
    folder.mkdir()
    script = "import os, sys; os.rmdir(os.getcwd()); from graphlint.cli.main import main; sys.exit(main(['.']))"
    done = subprocess.run([sys.executable, "-I", "-c", script], cwd=folder, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"error: the current directory no longer exists\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_shell_may_give_a_pipe_for_a_file(two: Path) -> None:
    """As in `graphlint <(git show HEAD:a.py)`: it can be read once, and is shown with its lines."""
    pipe = two / "pipe.py"
    os.mkfifo(pipe)
    process = subprocess.Popen([sys.executable, "-I", "-m", "graphlint", "pipe.py"], stdout=subprocess.PIPE, text=True)
    pipe.write_text("import torch\n\nx = torch.ones(2, requires_grad=True)\nx.exp().sum().backward(retain_graph=True)\n")
    out, _ = process.communicate(timeout=60)
    assert out.startswith("pipe.py:4:1: warning GL201")
    assert "4 | x.exp().sum().backward(retain_graph=True)\n" in out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_what_is_no_file_is_not_waited_for(launch: Run, project: Path) -> None:
    """A repository may hold a link to a device that never ends, under any of the names that are looked for."""
    (project / "main.py").write_text("import torch\nimport pipe, endless\nfrom endless import f\nf(torch.ones(2))\nx = (\n")
    os.mkfifo(project / "pipe.py")
    os.mkfifo(project / ".gitignore")
    (project / ".graphlint_cache").mkdir()
    for name in ("endless.py", "graphlint.toml", ".graphlint_cache/CACHEDIR.TAG"):
        (project / name).symlink_to("/dev/zero")
    (project / "loop.py").symlink_to("loop.py")
    done = launch("-q", "--output-format", "concise", ".", cwd=project)
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("main.py:5:5: error GL000")
    done = launch("endless.py", cwd=project)
    assert done.status == 2
    assert done.err == "error: endless.py: cannot be read: it is not a regular file; check the path and its permissions\n"
    (project / "graphlint.toml").unlink()
    for setting in ("extend", "baseline"):
        (project / "graphlint.toml").write_text(f'{setting} = "/dev/zero"\n')
        done = launch(".", cwd=project)
        assert done.status == 2
        assert "cannot be read: it is not a regular file" in done.err
