"""The kind `server`: after any edits, an editor shows what a fresh check finds in its text."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import graphlint
from fuzzing.edited_text import EditedText
from fuzzing.input import Input, Step
from fuzzing.lsp_client import NoReply, Server, ServerEnded
from fuzzing.problems import Problem
from fuzzing.session import INTERNAL, Session
from graphlint.source.source import LINE_END

CPU_SECONDS = 20
SYNTAX_ERROR = "GL000"
MOST_PULLS = 5
"""A pull may be refused because the text has changed meanwhile."""
DIED = "died"
"""A word of the log line for a worker that has ended, which a step may have killed."""


def run(item: Input, session: Session) -> Iterator[Problem]:
    """Replay the steps of an input on a server, which is new after a problem."""
    session.start(item)
    folder = session.base / "workspace"
    folder.mkdir(exist_ok=True)
    (folder / "graphlint.toml").unlink(missing_ok=True)
    if session.server is None:
        session.server = Server(folder, session.base / "server.log", CPU_SECONDS)
    server = session.server
    logged = len(server.errors)
    editor = _Editor(server, item.files["text.py"].decode("utf-8", "replace"), session)
    failed = False
    try:
        for step in item.steps:
            for problem in editor.make(step):
                failed = True
                yield problem
        editor.close()
    except ServerEnded as error:
        failed = True
        yield Problem("the server has ended", str(error), server.log()[-2_000:])
    except NoReply as error:
        failed = True
        yield Problem("no reply from the server", str(error), server.log()[-2_000:])
    for line in server.errors[logged:]:
        if INTERNAL in line or (DIED in line and not editor.killed_worker):
            failed = True
            yield Problem("error in the server's log", line.partition("\n")[0][:80], line)
    if failed:
        server.end()
        session.server = None


class _Editor:
    """An editor with one open text."""

    def __init__(self, server: Server, text: str, session: Session) -> None:
        self._server, self._text, self._session = server, EditedText.of(text), session
        self._path = server.folder / "text.py"
        self._version = 0
        self.killed_worker = False
        self._open()

    def make(self, step: Step) -> Iterator[Problem]:
        """Make a step, and compare the diagnostics if the step says so."""
        self._session.counts["server steps"] += 1
        match step.name:
            case "compare":
                yield from self._compare()
            case "insert" | "delete":
                self._change(step.start, 0 if step.name == "insert" else step.length, step.text)
            case "line" | "action":
                self._change(self._text.line_start(step.start), 0, step.text)
            case "replace":
                self._text = EditedText.of(step.text)
                self._notify_change({"text": self._text.text})
            case "request":
                self._server.request(*self._question(step))
            case "cancel":
                self._server.cancel(self._server.start_request(*self._question(step)))
            case "send":
                self._server.send_raw(step.text.encode("latin-1"))
            case "reopen":
                self.close()
                self._open()
            case "settings":
                self._change_settings(step.text)
            case "kill worker":
                self._kill_worker()

    def close(self) -> None:
        self._server.notify("textDocument/didClose", {"textDocument": self._identifier})
        if (self._server.folder / "graphlint.toml").exists():
            self._change_settings("")

    @property
    def _identifier(self) -> dict[str, object]:
        return {"uri": self._path.as_uri()}

    def _open(self) -> None:
        self._version += 1
        document = {**self._identifier, "languageId": "python", "version": self._version, "text": self._text.text}
        self._server.notify("textDocument/didOpen", {"textDocument": document})

    def _change(self, start: int, length: int, text: str) -> None:
        changed = self._text.replace(start, length, text)
        # A client sends characters: halves of a pair that have met are one.
        self._notify_change({"range": changed, "text": text})

    def _notify_change(self, change: dict[str, object]) -> None:
        self._version += 1
        document = {**self._identifier, "version": self._version}
        self._server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def _change_settings(self, text: str) -> None:
        path = self._server.folder / "graphlint.toml"
        kind = 2 if path.exists() else 1
        if text:
            path.write_text(text, encoding="utf-8")
        else:
            path.unlink(missing_ok=True)
            kind = 3
        self._server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": kind}]})

    def _question(self, step: Step) -> tuple[str, dict[str, Any]]:
        place = self._text.position(step.start % (len(self._text) + 1))
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 50, "character": 0}}
        return f"textDocument/{step.text}", {
            "textDocument": self._identifier,
            "position": place,
            "range": whole,
            "context": {"diagnostics": []},
        }

    def _kill_worker(self) -> None:
        """Kill a worker while it has nothing to do, as the system does when memory is low."""
        self._pulled()
        for process in self._server.workers()[:1]:
            os.kill(process, signal.SIGKILL)
            self.killed_worker = True

    def _compare(self) -> Iterator[Problem]:
        shown = self._pulled()
        text = self._text.text
        previous = Path.cwd()
        os.chdir(self._server.folder)
        try:
            found = graphlint.check_source(text, filename=self._path, fixes=False)
        finally:
            os.chdir(previous)
        lines = LINE_END.split(text)
        fresh = [
            (item.code, item.place.start.row - 1, _units(lines[item.place.start.row - 1][: item.place.start.column - 1]))
            for item in found.diagnostics
        ]
        self._session.counts["server comparisons"] += 1
        self._session.counts["findings"] += len(fresh)
        if fresh and fresh[0][0] == SYNTAX_ERROR:
            # Behind a syntax error, the server shows the findings of the last text that did parse.
            shown = shown[:1]
        if shown != fresh:
            codes = ", ".join(sorted({code for code, *_ in {*shown} ^ {*fresh}}))
            yield Problem("differs: server and check", codes, f"server {shown}\ncheck {fresh} {found.failures}\n{text}")

    def _pulled(self) -> list[tuple[str, int, int]]:
        """Return the code, row and column of the diagnostics that the server shows."""
        for _ in range(MOST_PULLS):
            report = self._server.request("textDocument/diagnostic", {"textDocument": self._identifier})
            if report is not None:
                starts = ((entry["code"], entry["range"]["start"]) for entry in report["items"])
                return [(code, start["line"], start["character"]) for code, start in starts]
        raise NoReply("only errors")


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
