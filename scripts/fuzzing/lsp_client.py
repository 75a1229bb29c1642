"""A client of the installed server: messages, replies, and the CPU time of the server's processes."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO

COMMAND = (sys.executable, "-I", "-m", "graphlint", "server")
SECONDS_BETWEEN_LOOKS = 1.0
IDLE_SECONDS = 20
"""A server that uses no CPU time in this time does not work on a reply."""
CAPABILITIES = {
    "textDocument": {
        "diagnostic": {"dynamicRegistration": False, "relatedDocumentSupport": False},
        "hover": {"contentFormat": ["markdown"]},
    },
    "workspace": {"configuration": True, "didChangeWatchedFiles": {"dynamicRegistration": True}, "diagnostics": {"refreshSupport": True}},
    "notebookDocument": {"synchronization": {"dynamicRegistration": True}},
    "general": {"positionEncodings": ["utf-16"]},
}


class ServerEnded(Exception):
    """The server's process has ended."""


class NoReply(Exception):
    """A request has no reply, although the server had the CPU time for it; the message says how the server spent it."""


class Server:
    """A server's process."""

    def __init__(self, folder: Path, log: Path, cpu_seconds: float) -> None:
        self.folder, self._log, self._limit = folder, log, cpu_seconds
        with log.open("ab") as errors:
            self._process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=folder)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._replies: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._writing = threading.Lock()
        self._number = 0
        self.errors: list[str] = []
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        self.request("initialize", {"processId": os.getpid(), "rootUri": folder.as_uri(), "capabilities": CAPABILITIES})
        self.notify("initialized", {})

    def notify(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: object) -> Any:
        """Return the result of a request; None if the reply is an error.

        Raises:
            ServerEnded: if the server has ended.
            NoReply: if there is no reply.
        """
        return self.reply(self.start_request(method, params))

    def start_request(self, method: str, params: object) -> int:
        """Send a request, and return its number."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self._number

    def cancel(self, number: int) -> None:
        self.notify("$/cancelRequest", {"id": number})

    def reply(self, number: int) -> Any:
        """Wait for the reply to a request. Replies to earlier requests are dropped."""
        before, idle, used = self.cpu_seconds(), 0.0, 0.0
        while True:
            try:
                message = self._replies.get(timeout=SECONDS_BETWEEN_LOOKS)
            except queue.Empty:
                now = self.cpu_seconds() - before
                idle = idle + SECONDS_BETWEEN_LOOKS if now - used < SECONDS_BETWEEN_LOOKS / 20 else 0.0
                used = now
                if used > self._limit:
                    raise NoReply("busy") from None
                if idle > IDLE_SECONDS:
                    raise NoReply("idle") from None
                continue
            if message is None:
                raise ServerEnded(str(self._process.wait()))
            if message.get("id") == number:
                return message.get("result")

    def send_raw(self, body: bytes) -> None:
        """Send the body of a message, which may be invalid."""
        try:
            with self._writing:
                self._input.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                self._input.flush()
        except OSError as error:
            raise ServerEnded(str(self._process.wait())) from error

    def workers(self) -> list[int]:
        """Return the processes that the server has started; none where the system does not list them."""
        return _children(self._process.pid)

    def cpu_seconds(self) -> float:
        """Return the CPU time of the server and its workers; 0 where the system does not say."""
        return sum(_cpu_seconds(process) for process in (self._process.pid, *self.workers()))

    def memory(self) -> int:
        """Return the resident memory of the server and its workers in bytes; 0 where the system does not say."""
        return sum(_resident_bytes(process) for process in (self._process.pid, *self.workers()))

    def log(self) -> str:
        """Return what the server has written to its log."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._input.close()

    def _send(self, message: dict[str, object]) -> None:
        self.send_raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def _read(self, stream: BinaryIO) -> None:
        """Read messages, and answer the server's own requests, until the server ends."""
        while True:
            size = 0
            while line := stream.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    size = int(line.partition(b":")[2])
            if not size:
                self._replies.put(None)
                return
            message = json.loads(stream.read(size))
            if "method" not in message:
                self._replies.put(message)
            elif "id" in message:
                is_configuration = message["method"] == "workspace/configuration"
                result: object = [{} for _ in message["params"]["items"]] if is_configuration else None
                try:
                    self._send({"id": message["id"], "result": result})
                except ServerEnded:
                    continue
            elif message["method"] == "window/logMessage" and message["params"]["type"] == 1:
                self.errors.append(message["params"]["message"])


def _children(process: int) -> list[int]:
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(word) for word in text.split()]


def _cpu_seconds(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_bytes(process: int) -> int:
    try:
        fields = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")
