"""The start and the end of a connection, and requests out of order: what the protocol asks of a server, by bare messages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from server.editor import COMMAND, TIMEOUT

HELLO = {"method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}}
SHUTDOWN = {"method": "shutdown"}
EXIT = {"method": "exit"}


class Client:
    """A client that sends bare messages."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self._number = 0

    def send(self, content: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **content}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def request(self, content: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return the answer to it."""
        assert self.process.stdout is not None
        self._number += 1
        self.send({"id": self._number, **content})
        while True:
            header = b""
            while not header.endswith(b"\r\n\r\n"):
                header += self.process.stdout.read(1)
            length = re.findall(rb"Content-Length: (\d+)", header)[0]
            answer: dict[str, Any] = json.loads(self.process.stdout.read(int(length)))
            if answer.get("id") == self._number and "method" not in answer:
                return answer


@pytest.fixture
def client() -> Iterator[Client]:
    found = Client()
    yield found
    found.process.kill()
    found.process.communicate(timeout=TIMEOUT)


def test_a_connection_is_initialized_once(client: Client) -> None:
    """A second request would drop all documents."""
    assert client.request({"method": "workspace/executeCommand", "params": {"command": "x"}})["error"]["code"] == -32002
    assert "result" in client.request(HELLO)
    assert client.request(HELLO)["error"]["code"] == -32600


@pytest.mark.parametrize(("asked", "status"), [([HELLO, SHUTDOWN], 0), ([HELLO], 1), ([], 1)], ids=["in_order", "no_shutdown", "at_once"])
def test_an_exit_without_shutdown_is_an_error(client: Client, asked: list[dict[str, Any]], status: int) -> None:
    for item in asked:
        client.request(item)
    client.send(EXIT)
    assert client.process.wait(TIMEOUT) == status


def test_a_request_with_wrong_parameters_is_answered(client: Client) -> None:
    """A client that waits for an answer would wait for ever; the log has a line for it, not a traceback."""
    client.request(HELLO)
    assert client.request({"method": "textDocument/hover", "params": {"position": 5}})["error"]["code"] == -32602
    assert client.request({"method": "workspace/executeCommand", "params": {"command": "graphlint.unknown"}})["error"]["code"] == -32602
    unknown = {"command": "graphlint.explainRule", "arguments": ["GL999"]}
    assert client.request({"method": "workspace/executeCommand", "params": unknown})["error"]["code"] == -32602
    client.request(SHUTDOWN)
    client.send(EXIT)
    _, errors = client.process.communicate(timeout=TIMEOUT)
    assert b"Traceback" not in errors


@pytest.mark.skipif(os.name == "nt", reason="no signal asks if a process exists")
def test_the_server_ends_with_the_process_of_its_client(client: Client) -> None:
    """An editor that is killed may leave the other end of the pipe open."""
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    client.request({"method": "initialize", "params": {"capabilities": {}, "processId": editor.pid, "rootUri": None}})
    editor.kill()
    editor.communicate(timeout=TIMEOUT)
    assert client.process.wait(TIMEOUT) == 1
