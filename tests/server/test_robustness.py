"""What must not end the server, and what must."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from lsprotocol import types

from graphlint.check import analyze_file
from graphlint.check.analyze import analyze
from graphlint.server.workers import messages
from graphlint.server.workers.engine import Engine
from graphlint.server.workers.pool import Pool, Urgency
from graphlint.server.workers.worker import CRASH_WORD, FAULT_WORD
from graphlint.source.source import Source
from server.editor import COMMAND, TIMEOUT, Editor, editing
from server.sample_texts import GROWS, ONCE, TWICE
from server.test_workspace import workspace

pytestmark = pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}}


def message(content: object) -> bytes:
    body = json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


@pytest.mark.asyncio
async def test_a_worker_that_dies_is_a_line_and_a_notice(tmp_path: Path) -> None:
    """One line of the log each time, one notice for the file, and every other file is checked as before."""
    async with editing(tmp_path, "neovim@v0.9.1", environment={CRASH_WORD: "DEADLY"}, clean=False) as editor:
        good = editor.open("good.py", TWICE)
        assert await editor.codes(good) == ["GL101"]
        bad = editor.open("bad.py", TWICE + "# DEADLY\n")
        assert await editor.codes(bad) == []
        editor.edit(bad, TWICE + "# DEADLY again\n")
        assert await editor.codes(bad) == []
        editor.edit(bad, TWICE)
        assert await editor.codes(bad) == ["GL101"]
        editor.edit(good, GROWS)
        assert await editor.codes(good) == ["GL202"]
        assert [line for line in editor.errors if "died" in line and "bad.py" in line] == editor.errors
        assert len(editor.errors) == 2
        assert len([notice for notice in editor.client.messages if "bad.py" in notice.message]) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["visual-studio-code", "neovim@v0.9.1"])
@pytest.mark.parametrize("variable", [CRASH_WORD, FAULT_WORD])
async def test_an_edit_whose_analysis_fails_leaves_the_last_result(tmp_path: Path, name: str, variable: str) -> None:
    """On the lines that have not changed, moved with them. The log names the file each time, a notice once."""
    async with editing(tmp_path, name, environment={variable: "STRANGE"}, clean=False) as editor:
        uri = editor.open("train.py", TWICE)
        assert await editor.codes(uri) == ["GL101"]
        shown, hints = await editor.hover(uri, 4, 0), await inlay_hints(editor, uri)
        assert shown
        assert [(item.position.line, _label(item)) for item in hints] == [(7, "raises: graph freed on line 6")]
        for count in (1, 2):
            editor.edit(uri, f"import this  # STRANGE {count}\n" + TWICE)
            (kept,) = await editor.diagnostics(uri)
            assert (kept.code, kept.range.start.line) == ("GL101", 8)
            moved = re.sub(r"(line |#L)(\d+)", lambda found: f"{found[1]}{int(found[2]) + 1}", shown)
            assert await editor.hover(uri, 5, 0) == moved
            assert [(item.position.line, _label(item)) for item in await inlay_hints(editor, uri)] == [(8, "raises: graph freed on line 7")]
            await editor.actions(uri, kept.range)
        editor.edit(uri, ONCE)
        assert await editor.codes(uri) == []
        assert len([line for line in editor.errors if "internal error in" in line and "train.py" in line]) == len(editor.errors) == 2
        assert len([notice for notice in editor.client.messages if "train.py" in notice.message]) == 1


def test_a_failed_analysis_is_a_failure_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker answers, and what it has analyzed before stays usable: the next text has the result of a whole analysis."""

    def fail(source: Source, *arguments: Any, **named: Any) -> Any:
        if "STRANGE" in source.text:
            raise KeyError("no such node")
        return analyze(source, *arguments, **named)

    monkeypatch.setattr(analyze_file, "analyze", fail)
    engine, config = Engine(), messages.FolderConfig()
    texts = (TWICE, f"{TWICE}# STRANGE", TWICE.replace("exp()", "sin()"))
    results = [engine.answer(messages.Check(messages.Program("train.py", text), config)) for text in texts]
    assert [[item.code for item in result.diagnostics] for result in results] == [["GL101"], [], ["GL101"]]
    assert [(result.was_analyzed, result.is_complete) for result in results] == [(True, True), (False, False), (True, True)]
    assert results[1].failure.startswith("internal error in train.py: KeyError")
    assert "Traceback" in results[1].detail


async def inlay_hints(editor: Editor, uri: str) -> list[types.InlayHint]:
    lines = types.Range(types.Position(0, 0), types.Position(99, 0))
    found = await editor.client.text_document_inlay_hint_async(types.InlayHintParams(types.TextDocumentIdentifier(uri), lines))
    return list(found or [])


def _label(hint: types.InlayHint) -> str:
    return hint.label if isinstance(hint.label, str) else "".join(part.value for part in hint.label)


@pytest.mark.asyncio
async def test_a_notice_that_a_worker_fails_on_is_a_line_of_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no answer to what was asked after it."""
    monkeypatch.setattr(logging.getLogger("graphlint"), "propagate", True)
    pool = Pool(1)
    await asyncio.wait_for(pool.request(messages.ReadRulePages(), Urgency.CHECK), TIMEOUT)
    pool.broadcast(cast("messages.Notice", "no notice"))
    found = await asyncio.wait_for(pool.request(messages.ReadRulePages(), Urgency.CHECK), TIMEOUT)
    pool.close()
    assert found.pages
    assert "internal error in a worker process" in caplog.text


@pytest.mark.asyncio
async def test_a_worker_that_dies_of_a_file_in_the_background_is_told_of_that_file(tmp_path: Path) -> None:
    """Of a handful of files that one is named, once, and all others are looked at."""
    (tmp_path / "DEADLY.py").write_text(TWICE)
    for number in range(10):
        (tmp_path / f"m{number}.py").write_text(TWICE)
    async with editing(tmp_path, "visual-studio-code", environment={CRASH_WORD: "DEADLY"}, clean=False) as editor:
        assert await editor.codes(editor.open("open.py", TWICE)) == ["GL101"]
        for _ in range(2):
            found = await workspace(editor)
            assert sorted(uri.rpartition("/")[2] for uri, item in found.items() if item.items) == [
                *(f"m{number}.py" for number in range(10)),
                "open.py",
            ]
        assert editor.errors
        assert all("DEADLY.py" in line for line in editor.errors)
        assert ["DEADLY.py" in notice.message for notice in editor.client.messages] == [True]


@pytest.mark.asyncio
async def test_hover_is_answered_while_a_long_text_is_analysed(tmp_path: Path) -> None:
    """The loop that talks to the client never waits for an analysis: a request that needs none overtakes it."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", TWICE)
        assert await editor.hover(uri, 7, 2)
        long = "\n".join(f"def f{number}(model, x):\n    model(x).sum().backward()\n" for number in range(1500))
        pending = asyncio.ensure_future(editor.diagnostics(editor.open("long.py", f"import torch\n{long}")))
        await asyncio.sleep(0)
        assert await editor.hover(uri, 7, 2)
        assert not pending.done()
        await asyncio.wait_for(pending, TIMEOUT)


@pytest.mark.asyncio
async def test_nonsense_is_survived(tmp_path: Path) -> None:
    """Places that are not there, texts that are not open, edits of what was closed."""
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", ONCE)
        editor.edit(uri, ((900, 900, 901, 5), "\n# behind the end\n"), ((0, 5000, 0, 6000), "  # behind the line"))
        assert await editor.codes(uri) == []
        nowhere = types.TextDocumentIdentifier(editor.uri("nowhere.py"))
        place = types.Position(3, 3)
        assert await editor.client.text_document_hover_async(types.HoverParams(nowhere, place)) is None
        assert await editor.actions(nowhere.uri, types.Range(place, place)) == []
        editor.close(nowhere.uri)
        editor.versions[nowhere.uri] = 1
        editor.edit(nowhere.uri, TWICE)
        editor.edit(uri, TWICE)
        assert await editor.codes(uri) == ["GL101"]


@pytest.mark.asyncio
async def test_bad_input_is_checked_like_any_other(tmp_path: Path) -> None:
    """What has crashed parsers: deep nesting, null bytes, lone surrogates, no text at all."""
    texts = {
        "import torch\n" + "(" * 3000 + ")" * 3000: ["GL000"],
        "import torch\nx = " + "-" * 50_000 + "1": ["GL000"],
        "import torch\x00": ["GL000"],
        "import torch\ny = '\ud800'\nloss.backward()": ["GL000"],
        "": [],
        "\ufeff" + TWICE: ["GL101"],
    }
    async with editing(tmp_path, "visual-studio-code") as editor:
        uri = editor.open("train.py", "")
        for text, codes in texts.items():
            editor.edit(uri, text)
            assert await editor.codes(uri) == codes, text[:40]


def test_the_end_of_the_input_ends_the_server() -> None:
    """With or without a word of farewell; and stdout holds nothing but the protocol."""
    for farewell in (b"", message({"jsonrpc": "2.0", "id": 2, "method": "shutdown"})):
        done = subprocess.run(COMMAND, input=message(HELLO) + farewell, capture_output=True, timeout=TIMEOUT, check=False)
        assert done.returncode == 0, done.stderr
        answers = [json.loads(body) for body in bodies(done.stdout)]
        assert [answer["id"] for answer in answers if "id" in answer] == ([1, 2] if farewell else [1])


def framed(body: bytes) -> bytes:
    """A message with a body that may be no JSON."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


MALFORMED = {
    b"{": -32700,
    b"\xff\xfe": -32700,
    b'{"jsonrpc":"2.0","id":%s,"method":"x"}' % (b"9" * 5000): -32700,
    b"[" * 100_000: -32700,
    b"[]": -32600,
    b"null": -32600,
    b"1": -32600,
    b"{}": -32600,
    b'{"id":3,"method":"textDocument/hover"}': -32600,
    b'[{"jsonrpc":"2.0","id":5,"method":"shutdown"}]': -32600,
    b'{"jsonrpc":"2.0","id":7,"method":null}': -32600,
    b'{"jsonrpc":"2.0","method":1}': -32600,
    b'{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":[1]}}': -32600,
}


def test_a_malformed_message_is_answered_and_a_line_of_the_log() -> None:
    """Each filled the log with a traceback of pygls; none of them ends the server."""
    farewell = message({"jsonrpc": "2.0", "id": 2, "method": "shutdown"})
    unanswered = [
        b'{"jsonrpc":"2.0","id":99,"result":1}',
        b'{"jsonrpc":"2.0","id":99,"error":1}',
        b'{"jsonrpc":"2.0"}',
        b'{"jsonrpc":"1.0","id":8}',
    ]
    sent = b"".join(map(framed, [*MALFORMED, *unanswered]))
    done = subprocess.run(COMMAND, input=message(HELLO) + sent + farewell, capture_output=True, timeout=TIMEOUT, check=False)
    answers = [json.loads(body) for body in bodies(done.stdout)]
    assert [answer["error"]["code"] for answer in answers if "error" in answer and answer["id"] is None] == list(MALFORMED.values())
    assert [answer["id"] for answer in answers if "result" in answer] == [1, 2]
    assert b"Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= len(MALFORMED) + len(unanswered)


def test_what_is_printed_does_not_disturb_the_protocol(tmp_path: Path) -> None:
    """Also not what a rule of somebody else prints, in a worker."""
    (tmp_path / "noisy.py").write_text(
        "from graphlint.rule.base import Rule, Severity\n"
        "class Noisy(Rule):\n    '''Prints.'''\n    code, name, severity = 'XX1', 'noisy', Severity.INFO\n"
        "    def check(self, run):\n        print('NOISE', flush=True)\n        yield from ()\n"
    )
    folder = tmp_path / "noisy-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: noisy\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[graphlint.rules]\nnoisy = noisy\n")
    item = {"uri": "untitled:1", "languageId": "python", "version": 1, "text": TWICE}
    opened = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}}
    asked = {"textDocument": {"uri": "untitled:1"}, "range": {"start": {"line": 7, "character": 0}, "end": {"line": 7, "character": 0}}}
    action = {"jsonrpc": "2.0", "id": 2, "method": "textDocument/codeAction", "params": {**asked, "context": {"diagnostics": []}}}
    command = (
        [sys.executable, "-P", "-m", "graphlint", "server"]
        if sys.version_info >= (3, 11)
        else [sys.executable, "-m", "graphlint", "server"]
    )
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(message(HELLO) + message(opened) + message(action))
    process.stdin.flush()
    answer: dict[str, object] = {}
    while answer.get("id") != 2:
        header = b""
        while not header.endswith(b"\r\n\r\n"):
            header += process.stdout.read(1)
        length = int(re.findall(rb"Content-Length: (\d+)", header)[0])
        answer = json.loads(process.stdout.read(length))
    rest, errors = process.communicate(timeout=TIMEOUT)
    assert b"NOISE" not in rest
    assert b"NOISE" in errors


def test_the_workers_end_with_a_server_that_is_killed() -> None:
    """An editor may kill the server at any time; nothing of it may stay behind."""
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(message(HELLO) + message({"jsonrpc": "2.0", "method": "initialized", "params": {}}))
    question = {"command": "graphlint.explainRule", "arguments": ["GL101"]}
    process.stdin.write(message({"jsonrpc": "2.0", "id": 2, "method": "workspace/executeCommand", "params": question}))
    process.stdin.flush()
    said = b""
    while b'"markdown"' not in said:
        said += os.read(process.stdout.fileno(), 65536)
    workers = [int(item) for item in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    assert workers
    process.send_signal(signal.SIGKILL)
    process.wait(TIMEOUT)
    for _ in range(600):
        if not any(Path(f"/proc/{worker}").exists() for worker in workers):
            break
        subprocess.run([sys.executable, "-c", "import time; time.sleep(0.05)"], check=True)
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


@pytest.mark.parametrize("place", ["0.0.0.0:0", "[::]:0", "192.168.0.1:2087", "example.org:1", "127.0.0.1", "127.0.0.1:99999"])
def test_a_socket_is_for_this_machine_only(place: str) -> None:
    done = subprocess.run([*COMMAND, "--tcp", place], capture_output=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 2
    assert b"--tcp" in done.stderr


@pytest.mark.asyncio
async def test_clients_may_come_by_a_socket() -> None:
    """One after the other, and the server waits for the next."""
    process = await asyncio.create_subprocess_exec(*COMMAND, "--tcp", "127.0.0.1:0", stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    try:
        told = await asyncio.wait_for(process.stderr.readline(), TIMEOUT)
        port = int(told.decode().rsplit(":", 1)[1])
        for _ in range(2):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(message(HELLO))
            await writer.drain()
            assert b"Content-Length" in await asyncio.wait_for(reader.readline(), TIMEOUT)
            writer.close()
    finally:
        process.terminate()
        await process.wait()


def bodies(output: bytes) -> list[bytes]:
    """The messages in an output that holds nothing else."""
    found = []
    while output:
        header, _, rest = output.partition(b"\r\n\r\n")
        length = int(dict(line.split(b": ") for line in header.split(b"\r\n"))[b"Content-Length"])
        found.append(rest[:length])
        output = rest[length:]
    return found
