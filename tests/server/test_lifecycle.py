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
        self._number += 1
        self.send({"id": self._number, **content})
        return self.answer(self._number)

    def answer(self, number: int | None) -> dict[str, Any]:
        """Return the answer to a request by its number."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.flush()
        while True:
            header = b""
            while not header.endswith(b"\r\n\r\n"):
                header += self.process.stdout.read(1)
            length = re.findall(rb"Content-Length: (\d+)", header)[0]
            answer: dict[str, Any] = json.loads(self.process.stdout.read(int(length)))
            if answer.get("id") == number and "method" not in answer:
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


def test_a_request_after_shutdown_is_refused(client: Client) -> None:
    client.request(HELLO)
    client.request(SHUTDOWN)
    assert client.request({"method": "textDocument/hover", "params": {}})["error"]["code"] in (-32600, -32602)
    assert client.request({"method": "workspace/executeCommand", "params": {"command": "x"}})["error"]["code"] == -32600
    client.send(EXIT)
    assert client.process.wait(TIMEOUT) == 0


def test_an_unknown_method_is_not_found_with_and_without_parameters(client: Client) -> None:
    client.request(HELLO)
    for request in ({"method": "no/such"}, {"method": "no/such", "params": {}}, {"method": "no/such", "params": [1]}):
        assert client.request(request)["error"]["code"] == -32601


def test_a_message_that_is_not_json_is_a_parse_error(client: Client) -> None:
    """One line in the log, and the connection goes on."""
    client.request(HELLO)
    assert client.process.stdin is not None
    for body in (b"{{{", b'{"a": "\xff"}', b"[1, 2"):
        client.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    answers = [client.answer(None) for _ in range(3)]
    assert [answer["error"]["code"] for answer in answers] == [-32700] * 3
    client.request(SHUTDOWN)
    client.send(EXIT)
    _, errors = client.process.communicate(timeout=TIMEOUT)
    assert b"Traceback" not in errors


def test_a_length_that_no_memory_holds_ends_the_server_with_a_line(client: Client) -> None:
    """Nothing after such a header can be read."""
    client.request(HELLO)
    assert client.process.stdin is not None
    client.process.stdin.write(b"Content-Length: 99999999999999999\r\n\r\n{}")
    _, errors = client.process.communicate(timeout=TIMEOUT)
    assert client.process.returncode == 1
    assert b"Traceback" not in errors


@pytest.mark.skipif(os.name == "nt", reason="no signal asks if a process exists")
def test_the_server_ends_with_the_process_of_its_client(client: Client) -> None:
    """An editor that is killed may leave the other end of the pipe open."""
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    client.request({"method": "initialize", "params": {"capabilities": {}, "processId": editor.pid, "rootUri": None}})
    editor.kill()
    editor.communicate(timeout=TIMEOUT)
    assert client.process.wait(TIMEOUT) == 1
