"""Editors of a text and of a notebook: each makes the steps of an input, and compares what the server shows with a fresh check."""

from __future__ import annotations

import contextlib
import json
import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fuzzing.edited_text import EditedText
from fuzzing.input import Step
from fuzzing.lsp_client import NoReply, Server
from fuzzing.problems import Problem
from fuzzing.session import Session
from graphlint.check.check_config import ConfigResolver, FixMode
from graphlint.check.checker import Checker
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.file_result import FileResult
from graphlint.config.resolve import Configuration
from graphlint.source.source import LINE_END

SYNTAX_ERROR = "GL000"
MOST_PULLS = 5
"""A pull may be refused because the text has changed meanwhile."""
CREATED, CHANGED, DELETED = 1, 2, 3
CODE_CELL = 2
Place = tuple[str, int, int]


class Editor(ABC):
    """An editor with something open. `killed_worker` is True after a step that kills a process of the server."""

    def __init__(self, server: Server, session: Session) -> None:
        self._server, self._session = server, session
        self._version = 1
        self.killed_worker = False

    @abstractmethod
    def open(self) -> None:
        """Open the text or the notebook."""

    @abstractmethod
    def close(self) -> None:
        """Close it."""

    @abstractmethod
    def _edit(self, step: Step) -> None:
        """Make a step that is an edit."""

    @abstractmethod
    def _focus(self, step: Step) -> tuple[str, dict[str, int]]:
        """Return the URI of the text, and the position in it, to which a request refers."""

    @abstractmethod
    def _compare(self) -> Iterator[Problem]:
        """Compare what the server shows with a fresh check."""

    def make(self, step: Step) -> Iterator[Problem]:
        """Make a step."""
        self._session.counts["server steps"] += 1
        match step.name:
            case "compare":
                self._session.counts["server comparisons"] += 1
                yield from self._compare()
            case "request":
                self._server.request(*self._question(step))
            case "cancel":
                self._server.cancel(self._server.start_request(*self._question(step)))
            case "send":
                self._server.send_raw(step.text.encode("latin-1"))
            case "reopen":
                self.close()
                self.open()
            case "settings":
                self._change_settings(step.text)
            case "kill worker":
                self._kill_worker(step)
            case _:
                self._edit(step)

    def _change_settings(self, text: str) -> None:
        path = self._server.folder / "graphlint.toml"
        kind = CHANGED if path.exists() else CREATED
        if text:
            path.write_text(text, encoding="utf-8")
        else:
            path.unlink(missing_ok=True)
            kind = DELETED
        self._server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": kind}]})

    def _reset_settings(self) -> None:
        if (self._server.folder / "graphlint.toml").exists():
            self._change_settings("")

    def _question(self, step: Step) -> tuple[str, dict[str, Any]]:
        uri, position = self._focus(step)
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 50, "character": 0}}
        rest = {"position": position, "range": whole, "context": {"diagnostics": []}}
        return f"textDocument/{step.text}", {"textDocument": {"uri": uri}, **rest}

    def _kill_worker(self, step: Step) -> None:
        """Kill a worker while it has nothing to do, as the system does when memory is low."""
        self._pulled(self._focus(step)[0])
        for process in self._server.workers()[:1]:
            os.kill(process, signal.SIGKILL)
            self.killed_worker = True

    def _pulled(self, uri: str) -> list[Place]:
        """Return the code, row and column of the diagnostics that the server shows in a text."""
        for _ in range(MOST_PULLS):
            report = self._server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
            if report is not None:
                starts = ((entry["code"], entry["range"]["start"]) for entry in report["items"])
                return [(code, start["line"], start["character"]) for code, start in starts]
        raise NoReply("only errors")

    def _check(self, name: str, content: bytes | str, folders: Sequence[str] = ()) -> FileResult:
        """Check a text under the settings of the workspace, without anything that is left of an earlier check.

        Args:
            folders: folders of which no other file can call the text.
        """
        with _current_directory(self._server.folder):
            registry = self._session.registry
            checker = Checker(ConfigResolver(registry, FixMode.NONE), Configuration(registry=registry))
            if isinstance(content, bytes):
                result = checker.check_bytes(name, content)
            else:
                result = checker.check([name], {name: content}, folders=folders)[0]
        self._session.counts["findings"] += len(result.diagnostics)
        return result


class TextEditor(Editor):
    """An editor of a text."""

    def __init__(self, server: Server, session: Session, text: str) -> None:
        super().__init__(server, session)
        self._text = EditedText.of(text)
        self._uri = (server.folder / "text.py").as_uri()

    def open(self) -> None:
        self._version += 1
        document = {"uri": self._uri, "languageId": "python", "version": self._version, "text": self._text.text}
        self._server.notify("textDocument/didOpen", {"textDocument": document})

    def close(self) -> None:
        self._server.notify("textDocument/didClose", {"textDocument": {"uri": self._uri}})
        self._reset_settings()

    def _edit(self, step: Step) -> None:
        match step.name:
            case "replace":
                self._text = EditedText.of(step.text)
                change: dict[str, object] = {"text": step.text}
            case "line" | "action":
                change = {"range": self._text.replace(self._text.line_start(step.start), 0, step.text), "text": step.text}
            case _:
                length = step.length if step.name == "delete" else 0
                change = {"range": self._text.replace(step.start, length, step.text), "text": step.text}
        self._version += 1
        document = {"uri": self._uri, "version": self._version}
        self._server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def _focus(self, step: Step) -> tuple[str, dict[str, int]]:
        return self._uri, self._text.position(step.start % (len(self._text) + 1))

    def _compare(self) -> Iterator[Problem]:
        shown, text = self._pulled(self._uri), self._text.text
        result = self._check("text.py", text)
        fresh = self._places(result)
        if fresh and fresh[0][0] == SYNTAX_ERROR:
            # After a syntax error, the server shows the findings of the last text that did parse.
            shown = shown[:1]
        # Once the server has looked for callers in the whole workspace, a suppression that only they could need is unused.
        if shown != fresh and shown != self._places(self._check("text.py", text, ["."])):
            yield _difference(shown, fresh, f"{result.failure}\n{text}")

    def _places(self, result: FileResult) -> list[Place]:
        return [_place(found, LINE_END.split(self._text.text)) for found in result.diagnostics]


class NotebookEditor(Editor):
    """An editor of a notebook with code cells."""

    def __init__(self, server: Server, session: Session, cells: Sequence[str]) -> None:
        super().__init__(server, session)
        self._uri = (server.folder / "book.ipynb").as_uri()
        self._created = 0
        self._cells = [(self._new_cell(), text) for text in cells]

    def open(self) -> None:
        self._version += 1
        cells = [{"kind": CODE_CELL, "document": uri} for uri, _ in self._cells]
        notebook = {"uri": self._uri, "notebookType": "jupyter-notebook", "version": self._version, "cells": cells}
        texts = [self._item(uri, text) for uri, text in self._cells]
        self._server.notify("notebookDocument/didOpen", {"notebookDocument": notebook, "cellTextDocuments": texts})

    def close(self) -> None:
        texts = [{"uri": uri} for uri, _ in self._cells]
        self._server.notify("notebookDocument/didClose", {"notebookDocument": {"uri": self._uri}, "cellTextDocuments": texts})
        self._reset_settings()

    def _edit(self, step: Step) -> None:
        """Insert a cell, delete one, or replace the text of one."""
        index = step.start % len(self._cells)
        uri, _ = self._cells[index]
        if step.name in ("line", "action"):
            cell = (self._new_cell(), step.text)
            self._cells.insert(index, cell)
            array = {"start": index, "deleteCount": 0, "cells": [{"kind": CODE_CELL, "document": cell[0]}]}
            self._notify({"structure": {"array": array, "didOpen": [self._item(*cell)], "didClose": []}})
        elif step.name == "delete" and len(self._cells) > 1:
            del self._cells[index]
            array = {"start": index, "deleteCount": 1, "cells": []}
            self._notify({"structure": {"array": array, "didOpen": [], "didClose": [{"uri": uri}]}})
        else:
            self._cells[index] = (uri, step.text)
            self._notify({"textContent": [{"document": {"uri": uri, "version": self._version + 1}, "changes": [{"text": step.text}]}]})

    def _focus(self, step: Step) -> tuple[str, dict[str, int]]:
        uri, text = self._cells[step.start % len(self._cells)]
        return uri, EditedText.of(text).position(step.start % (len(EditedText.of(text)) + 1))

    def _compare(self) -> Iterator[Problem]:
        shown = [self._pulled(uri) for uri, _ in self._cells]
        rest: dict[str, object] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
        cells = [{**rest, "source": text} for _, text in self._cells]
        content = json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}).encode()
        result = self._check("book.ipynb", content)
        fresh: list[list[Place]] = [[] for _ in self._cells]
        for found in result.diagnostics:
            index = (found.place.start.cell or 1) - 1
            fresh[index].append(_place(found, LINE_END.split(self._cells[index][1])))
        if any(code == SYNTAX_ERROR for cell in fresh for code, *_ in cell):
            # After a syntax error, the server shows the findings of the last cells that did parse.
            shown = [[place for place in cell if place[0] == SYNTAX_ERROR] for cell in shown]
        if shown != fresh:
            texts = "\n---\n".join(text for _, text in self._cells)
            yield _difference([place for cell in shown for place in cell], [place for cell in fresh for place in cell], texts)

    def _notify(self, cells: dict[str, object]) -> None:
        self._version += 1
        notebook = {"uri": self._uri, "version": self._version}
        self._server.notify("notebookDocument/didChange", {"notebookDocument": notebook, "change": {"cells": cells}})

    def _new_cell(self) -> str:
        self._created += 1
        return f"vscode-notebook-cell:{self._uri.removeprefix('file:')}#W{self._created}"

    def _item(self, uri: str, text: str) -> dict[str, object]:
        return {"uri": uri, "languageId": "python", "version": self._version, "text": text}


@contextlib.contextmanager
def _current_directory(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _place(found: Diagnostic, lines: Sequence[str]) -> Place:
    """Return the code, row and column as the protocol counts them, in UTF-16 code units."""
    row, column, _ = found.place.start
    return found.code, row - 1, len(lines[row - 1][: column - 1].encode("utf-16-le", "surrogatepass")) // 2


def _difference(shown: Sequence[Place], fresh: Sequence[Place], text: str) -> Problem:
    codes = ", ".join(sorted({code for code, *_ in {*shown} ^ {*fresh}}))
    return Problem("differs: server and check", codes, f"server {shown}\ncheck {fresh}\n{text}")
