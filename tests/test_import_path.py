"""`python -m graphlint` and the server import nothing of the folder in which they are started."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from graphlint.common import import_path

BAD = "import torch\nw = torch.ones(1, requires_grad=True)\nloss = w.exp()\nloss.backward()\nloss.backward()\n"
SPY = "with open({log!r}, 'a') as log:\n    log.write({name!r} + '\\n')\n"
# Prints the modules that a check and the server load.
LOADED = "import sys; from graphlint.cli.main import main; import graphlint.server.start; main(['check', '.']); print(*sys.modules)"


def environment(**changes: str) -> dict[str, str]:
    """The environment of this process, without what changes the path of another Python."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    return {**kept, **changes}


def spy(folder: Path, name: str) -> None:
    """Write a module that records its import in the file `imported`."""
    (folder / f"{name}.py").write_text(SPY.format(log=str(folder / "imported"), name=name))


def imported(folder: Path) -> set[str]:
    """Return the names of the modules that were imported since the last call."""
    log = folder / "imported"
    names = set(log.read_text().split()) if log.exists() else set()
    log.unlink(missing_ok=True)
    return names


def modules_of_python_itself(folder: Path, elsewhere: Path) -> set[str]:
    """Return what Python imports of the current folder before it runs a module of `-m`: nothing that graphlint could prevent."""
    elsewhere.mkdir(exist_ok=True)
    (elsewhere / "empty_module.py").write_text("")
    command = [sys.executable, "-m", "empty_module"]
    subprocess.run(command, check=False, cwd=folder, env=environment(PYTHONPATH=str(elsewhere)), capture_output=True)
    return imported(folder)


@pytest.fixture
def hostile(project: Path, tmp_path: Path) -> Path:
    """A folder with a module for each top-level name that graphlint imports, and a distribution that offers rules."""
    (project / "train.py").write_text(BAD)
    listed = subprocess.run([sys.executable, "-I", "-c", LOADED], capture_output=True, text=True, check=True, cwd=project).stdout
    names = {name.partition(".")[0] for name in listed.splitlines()[-1].split()} - {"graphlint", "__main__"}
    assert {"typing", "json", "libcst", "pygls"} <= names
    for name in (*sorted(names), "torch", "numpy", "evil_rules"):
        spy(project, name)
    # An empty module in place of one of Python's own that `-m` needs ends Python before it runs anything.
    while unavoidable := modules_of_python_itself(project, tmp_path / "elsewhere"):
        for name in unavoidable:
            (project / f"{name}.py").unlink()
    assert all((project / f"{name}.py").exists() for name in ("typing", "json", "libcst", "pygls"))
    described = project / "evil-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text("[graphlint.rules]\nevil = evil_rules\n")
    return project


@pytest.mark.parametrize("words", [("-m", "graphlint"), ("-Bmgraphlint",), ("-m", "graphlint.__main__")], ids=" ".join)
def test_python_m_imports_nothing_of_the_checked_folder(hostile: Path, words: tuple[str, ...]) -> None:
    """With `-m`, Python puts the current folder first on the path: a `typing.py` there ran in place of Python's own."""
    done = subprocess.run(
        [sys.executable, *words, "check", "."], cwd=hostile, env=environment(), capture_output=True, text=True, check=False
    )
    assert imported(hostile) == set()
    assert "GL101" in done.stdout, done.stderr


def test_no_command_imports_anything_of_the_current_folder(hostile: Path) -> None:
    """None of those that only read."""
    (hostile / "log.txt").write_text('Traceback (most recent call last):\n  File "train.py", line 5, in <module>\nRuntimeError: x\n')
    for words in (["rule", "GL101"], ["config"], ["explain", "log.txt"], ["clean"]):
        command = [sys.executable, "-m", "graphlint", *words]
        done = subprocess.run(command, cwd=hostile, env=environment(), capture_output=True, text=True, check=False)
        assert imported(hostile) == set()
        assert "runpy" not in done.stderr
        assert "internal error" not in done.stderr


def messages(*items: dict[str, object]) -> bytes:
    """Messages of a client."""
    bodies = [json.dumps({"jsonrpc": "2.0", **item}).encode() for item in items]
    return b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)


def serve(folder: Path, *awaited: bytes, **changes: str) -> str:
    """Start the server in a folder as editors do, open a file, and return the log once the file has been checked.

    Args:
        awaited: what the server has to say besides; its log is also sent to the client.
    """
    command = [sys.executable, "-m", "graphlint", "server"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, env=environment(**changes), stdin=pipe, stdout=pipe, stderr=pipe) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        uri = folder.as_uri()
        document = {"uri": f"{uri}/train.py", "languageId": "python", "version": 1, "text": BAD}
        server.stdin.write(
            messages(
                {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": uri, "capabilities": {}}},
                {"method": "initialized", "params": {}},
                {"method": "textDocument/didOpen", "params": {"textDocument": document}},
            )
        )
        server.stdin.flush()
        received = b""
        while not all(text in received for text in (b"GL101", *awaited)):
            piece = server.stdout.read1()  # type: ignore[attr-defined]
            assert piece, received
            received += piece
        server.stdin.write(messages({"id": 2, "method": "shutdown"}, {"method": "exit"}))
        server.stdin.close()
        return server.stderr.read().decode()


def test_python_m_server_imports_nothing_of_the_editors_folder(hostile: Path) -> None:
    """Editors that are configured by hand start it in the opened project."""
    serve(hostile)
    assert imported(hostile) == set()


def test_the_server_logs_the_rules_that_it_ignores_once(project: Path) -> None:
    """A distribution in the workspace is on the path of whoever sets PYTHONPATH; its rules are not loaded, and the log names it."""
    (project / "train.py").write_text(BAD)
    spy(project, "evil_rules")
    described = project / "evil-1.0.dist-info"
    described.mkdir()
    (described / "entry_points.txt").write_text("[graphlint.rules]\nevil = evil_rules\n")
    log = serve(project, b"rules of this distribution are ignored", PYTHONPATH=str(project))
    assert imported(project) == set()
    assert log.count(f"{described}: the rules of this distribution are ignored, because it lies in a checked directory") == 1


@pytest.mark.parametrize("path", ["", ".", "src"], ids=["empty entry", "dot", "relative entry"])
def test_relative_entries_of_pythonpath_are_removed(project: Path, path: str) -> None:
    """An empty one is usually an accident: `PYTHONPATH=$PYTHONPATH:/tools`."""
    (project / "src").mkdir()
    script = "import sys; from graphlint.common.import_path import remove_current_folder as remove; remove(); print(*sys.path, sep='\\n')"
    tools = str(project.parent / "tools")
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, cwd=project, env=environment(PYTHONPATH=os.pathsep.join([path, tools])), capture_output=True, text=True, check=True
    )
    entries = done.stdout.splitlines()
    assert tools in entries
    assert not {"", str(project), str(project / path)} & set(entries)


def test_an_absolute_entry_of_pythonpath_stays(project: Path) -> None:
    """It names a folder on purpose; Python has already run its `sitecustomize`."""
    script = "import sys; from graphlint.common.import_path import remove_current_folder as remove; remove(); print(*sys.path, sep='\\n')"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=project, env=environment(PYTHONPATH=str(project)), capture_output=True, text=True, check=True)
    assert str(project) in done.stdout.splitlines()


@pytest.mark.parametrize(
    ("arguments", "original", "expected"),
    [
        (["-m", "check"], ["python", "-m", "graphlint", "check"], True),
        (["-m"], ["python", "-X", "dev", "-mgraphlint"], True),
        (["-m"], ["python", "-BEm", "graphlint.cli.main"], True),
        (["-m", "graphlint"], ["python", "-m", "pytest", "graphlint"], False),
        (["-m"], ["python", "-mgraphlint_tools"], False),
        (["/usr/bin/graphlint", "-m", "graphlint"], ["python", "/usr/bin/graphlint", "-m", "graphlint"], False),
        ([""], ["python"], False),
        (["-m", "a", "b"], ["embedded"], False),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_the_start_as_a_module_is_recognized(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], original: list[str], expected: bool
) -> None:
    """Another program that imports graphlint keeps its path."""
    monkeypatch.setattr(sys, "argv", arguments)
    monkeypatch.setattr(sys, "orig_argv", original)
    assert import_path.is_starting_as_module() is expected


def test_only_the_entry_of_python_m_is_removed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later entry for the same folder, as of an editable installation, stays; so does the first one where Python adds none."""
    path = [str(project), "/usr/lib", str(project)]
    monkeypatch.setattr(sys, "path", list(path))
    import_path.remove_current_folder(started_as_module=True)
    assert sys.path == ([*path] if getattr(sys.flags, "safe_path", False) else path[1:])
    monkeypatch.setattr(sys, "path", list(path))
    import_path.remove_current_folder()
    assert sys.path == path


@pytest.mark.skipif(sys.platform == "win32", reason="folders in use cannot be deleted there")
def test_without_a_current_folder_nothing_is_removed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has deleted it."""
    monkeypatch.setattr(sys, "path", ["/usr/lib"])
    project.rmdir()
    import_path.remove_current_folder(started_as_module=True)
    assert sys.path == ["/usr/lib"]


def test_rules_installed_beside_graphlint_work_in_an_environment_inside_the_project(project: Path) -> None:
    """`.venv` in the project, graphlint and a package with a rule in it, `python -m graphlint`: the rule is loaded."""
    venv.create(project / ".venv", with_pip=False, symlinks=True)
    python = project / ".venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    asked = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture_output=True, text=True, check=True
    )
    packages = Path(asked.stdout.strip())
    # What graphlint needs is found where this Python has it.
    (packages / "graphlint.pth").write_text(
        "".join(f"import site; site.addsitedir({entry!r})\n" for entry in sys.path if "site-packages" in entry)
    )
    described = packages / "goodrules-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: goodrules\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text("[graphlint.rules]\ngood = goodrules\n")
    (packages / "goodrules.py").write_text(
        "from graphlint.rule.base import Rule, Severity\n\n\nclass Good(Rule):\n    '''A rule.'''\n\n"
        "    code = 'XY101'\n    name = 'good-rule'\n    severity = Severity.INFO\n"
    )
    command = [str(python), "-m", "graphlint", "rule", "XY101"]
    done = subprocess.run(command, cwd=project, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "good-rule" in done.stdout
