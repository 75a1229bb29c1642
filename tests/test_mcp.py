"""The server for coding agents, through the client of the SDK: tools, sizes, errors, and what it must not do."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from support import Run

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters

CHARACTERS_A_TOKEN = 3.6
TWICE = "loss.backward()\nloss.backward()\n"
PROGRAM = "import torch\nmodel = torch.nn.Linear(2, 1)\nloss = model(torch.ones(3, 2)).sum()\nloss.backward()\nloss.backward()\n"
# Raises at whatever the server must not do; what Python itself writes is not compiled code of the project.
WATCH = """\
import os, sys
sys.dont_write_bytecode = True
def hook(event, arguments):
    writes = event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
    if writes and not str(arguments[0]).startswith("/dev/"):
        os.write(2, f"WATCH write {arguments}\\n".encode())
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.rename", "os.mkdir"):
        os.write(2, f"WATCH {event} {arguments}\\n".encode())
    if event == "import" and arguments[0] == "checked_program":
        os.write(2, b"WATCH import\\n")
sys.addaudithook(hook)
from graphlint.cli.main import main
sys.exit(main(["mcp"]))
"""


@asynccontextmanager
async def connected(*options: str, command: Sequence[str] = ("-I", "-m", "graphlint", "mcp")) -> AsyncIterator[Client]:
    parameters = StdioServerParameters(command=sys.executable, args=[*command, *options], cwd=Path.cwd())
    async with Client(parameters) as client:
        yield client


async def answer(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is None
    return "".join(item.text for item in result.content if item.type == "text")


def raised_in(project: Path) -> str:
    frame = f'  File "{project}/checked_program.py", line 5, in <module>\n    loss.backward()\n'
    return f"Traceback (most recent call last):\n{frame}RuntimeError: Trying to backward through the graph a second time\n"


@pytest.mark.asyncio
async def test_the_tools_answer(project: Path) -> None:
    Path("checked_program.py").write_text(PROGRAM)
    async with connected() as client:
        snippet = await answer(client, "check_snippet", code=TWICE)
        assert snippet.startswith("graphlint: 1 error in 1 of 1 snippet. ")
        assert "\nsnippet.py\n2:1 error GL101 double-backward: " in snippet
        assert await answer(client, "check_snippet", code="x = 1") == "graphlint: no findings in 1 snippet"
        assert "\nchecked_program.py\n5:1 error GL101 " in await answer(client, "check_paths", paths=["."])
        assert (await answer(client, "rule", code="GL101")).startswith("# double-backward (GL101)\n")
        assert "cause found, 2 places" in await answer(client, "explain_traceback", text=raised_in(project))


@pytest.mark.asyncio
async def test_errors_are_those_of_the_command(project: Path) -> None:
    async with connected() as client:
        for tool, arguments, message in (
            ("rule", {"code": "GL999"}, "unknown rule 'GL999'"),
            ("explain_traceback", {"text": "hello"}, "no traceback found"),
            ("check_paths", {"paths": []}, "expected a file or a directory"),
        ):
            result = await client.call_tool(tool, arguments)
            assert result.is_error
            assert message in str(result.content)
        assert "no Python code found in the snippet" in await answer(client, "check_snippet", code="Why?")
        assert "missing.py: there is no such file" in await answer(client, "check_paths", paths=["missing.py"])


@pytest.mark.asyncio
async def test_the_list_of_tools_is_short_and_reads_only(project: Path) -> None:
    async with connected() as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["check_snippet", "check_paths", "explain_traceback", "rule"]
    assert all(tool.annotations and tool.annotations.read_only_hint and not tool.annotations.open_world_hint for tool in tools)
    text = json.dumps([tool.model_dump(by_alias=True, exclude_none=True) for tool in tools])
    assert len(text) / CHARACTERS_A_TOKEN < 800
    for tool in tools:
        assert all("description" not in value for value in tool.input_schema["properties"].values())


@pytest.mark.asyncio
async def test_a_program_runs_only_if_that_is_allowed(project: Path) -> None:
    Path("checked_program.py").write_text("import torch\n" + PROGRAM + "open('ran', 'w')\n")
    async with connected("--allow-run") as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names[-1] == "confirm"
        text = await answer(client, "confirm", script="checked_program.py")
    assert "1 confirmed" in text


@pytest.mark.asyncio
async def test_it_writes_nothing_imports_no_checked_code_and_uses_no_network(project: Path, tmp_path: Path, capfd: Any) -> None:
    """An audit hook in the server's process sees every file that is opened to write, every connection and every process."""
    Path("checked_program.py").write_text(PROGRAM + "open('ran', 'w')\n")
    watched = tmp_path / "watched.py"
    watched.write_text(WATCH)
    before = sorted(path.name for path in project.iterdir())
    async with connected(command=["-I", str(watched)]) as client:
        await answer(client, "check_snippet", code="import checked_program\n" + TWICE)
        await answer(client, "check_paths", paths=["."])
        await answer(client, "rule", code="GL101")
        await answer(client, "explain_traceback", text=raised_in(project))
    assert sorted(path.name for path in project.iterdir()) == before
    assert "WATCH" not in capfd.readouterr().err


def test_without_the_sdk_the_error_says_what_to_install(launch: Run, tmp_path: Path) -> None:
    code = "import sys; sys.modules['mcp'] = None; from graphlint.cli.main import main; sys.exit(main(['mcp']))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, check=False, timeout=60, cwd=tmp_path)
    assert done.returncode == 2
    assert b'pip install "torch-graphlint[mcp]"' in done.stderr
