"""The kind `server`: after any edits, an editor shows what a fresh check finds in its text or notebook."""

from __future__ import annotations

from collections.abc import Iterator

from fuzzing.editors import Editor, NotebookEditor, TextEditor
from fuzzing.input import Input
from fuzzing.lsp_client import NoReply, Server, ServerEnded
from fuzzing.problems import Problem
from fuzzing.session import INTERNAL, Session

CPU_SECONDS = 20
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
    server, logged = session.server, len(session.server.errors)
    failed = False
    texts = [item.files[name].decode("utf-8", "replace") for name in sorted(item.files)]
    editor: Editor = NotebookEditor(server, session, texts) if item.variant == "notebook" else TextEditor(server, session, texts[0])
    for problem in _replayed(item, editor, server):
        failed = True
        yield problem
    for line in server.errors[logged:]:
        if INTERNAL in line or (DIED in line and not editor.killed_worker):
            failed = True
            yield Problem("error in the server's log", line.partition("\n")[0][:80], line)
    if failed:
        server.end()
        session.server = None


def _replayed(item: Input, editor: Editor, server: Server) -> Iterator[Problem]:
    try:
        editor.open()
        for step in item.steps:
            yield from editor.make(step)
        editor.close()
    except ServerEnded as error:
        yield Problem("the server has ended", str(error), server.log()[-2_000:])
    except NoReply as error:
        yield Problem("no reply from the server", str(error), server.log()[-2_000:])
