"""Measure the latency and the memory of the language server.

usage: python benchmarks/latency.py [--edits N] [--files N] [--long-run N] [--output-format text|json] [--write]

In a project of generated files, programs of 100, 1,000 and 5,000 lines are edited, each of which some of the files import: each edit
changes a default value of a function. The time is taken from the edit to the diagnostics of its version: median and 95th percentile, with
the debounce in it, and the CPU time of the server and its workers, beside libcst's parse of the same text. Then hovers on a short program
while the longest is being analyzed, and the memory of the server and its workers after 100 and after many edits. With --write the figures
become docs/internal/latency.md; on a machine under load, only the CPU times do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "internal" / "latency.md"
# Figures that were measured under a higher load average describe the machine and not the server.
QUIET = 1.0
LINES = (100, 1_000, 5_000)
# So many of the files call a function of each program that is edited.
CALLERS = 20
# The server is idle if it used no CPU time for so long, in seconds.
IDLE = 0.4
HEAD = "import torch\nfrom torch import nn\n\n"
BLOCK = """
class Net{0}(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, 1)

    def forward(self, x):
        hidden = torch.relu(self.first(x))
        return self.second(hidden)


def train{0}(loader, epochs=3):
    model = Net{0}()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0
    for epoch in range(epochs):
        for inputs, targets in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(inputs), targets)
            loss.backward()
            optimizer.step()
            total += loss.item()
    return total

"""


def program(lines: int) -> str:
    """Return a program of about this many lines with one finding near its end."""
    blocks = max((lines - 10) // BLOCK.count("\n"), 1)
    return (
        HEAD
        + "".join(BLOCK.format(number) for number in range(blocks))
        + "loss = nn.Linear(3, 1)(torch.randn(2, 3)).exp().sum()\nloss.backward()\nloss.backward()\n"
    )


def module(number: int) -> str:
    """Return one of the project's files."""
    text = program(60 + number % 80)
    if number < CALLERS * len(LINES):
        text = text.replace(HEAD, f"{HEAD}from edited{LINES[number % len(LINES)]} import train0 as train\n\ntrain([])\n")
    return text


class Client:
    """Minimal editor: JSON-RPC over a process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._published: dict[tuple[str, int], asyncio.Future[Any]] = {}
        self.progress_ended = asyncio.Event()
        self._last = 0
        self._reading = asyncio.get_running_loop().create_task(self._read())

    @classmethod
    async def started(cls, folder: Path) -> Client:
        command = [sys.executable, "-I", "-m", "graphlint", "server"]
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, limit=1 << 26)
        client = cls(process)
        published = {"versionSupport": True}
        folders = [{"uri": folder.as_uri(), "name": folder.name}]
        capabilities = {
            "textDocument": {"publishDiagnostics": published},
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
            "window": {"workDoneProgress": True},
        }
        await client.ask("initialize", {"capabilities": capabilities, "processId": None, "rootUri": None, "workspaceFolders": folders})
        client.tell("initialized", {})
        return client

    def tell(self, method: str, params: Any, **more: Any) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params, **more})

    def answer(self, number: object) -> None:
        self._send({"jsonrpc": "2.0", "id": number, "result": None})

    def _send(self, message: object) -> None:
        assert self.process.stdin is not None
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    async def ask(self, method: str, params: Any) -> Any:
        self._last += 1
        future = self._answers[self._last] = asyncio.get_running_loop().create_future()
        self.tell(method, params, id=self._last)
        return await future

    def published(self, uri: str, version: int) -> asyncio.Future[Any]:
        return self._published.setdefault((uri, version), asyncio.get_running_loop().create_future())

    def open(self, uri: str, text: str) -> None:
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": text}})

    def edit(self, uri: str, version: int, line: int, text: str, width: int) -> None:
        span = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": width}}
        changes = [{"range": span, "text": text}]
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes})

    async def end(self) -> None:
        await self.ask("shutdown", None)
        self.tell("exit", None)
        await self.process.wait()
        self._reading.cancel()

    def processes(self) -> list[int]:
        """Return the server and its workers."""
        pids = [self.process.pid]
        for pid in pids:
            pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split())
        return pids

    def memory(self) -> float:
        """Return the resident memory of the server and its workers in MiB."""
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) for pid in self.processes())
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def cpu_time(self) -> float:
        """Return the user and system time of the server and its workers so far."""
        fields = (Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split() for pid in self.processes())
        return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")

    async def idle(self) -> float:
        """Wait until the server and its workers compute nothing, and return their CPU time so far."""
        before = -1.0
        while before < (now := self.cpu_time()):
            before = now
            await asyncio.sleep(IDLE)
        return now

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while True:
            header = await self.process.stdout.readuntil(b"\r\n\r\n")
            length = int(next(line for line in header.split(b"\r\n") if line.startswith(b"Content-Length")).split(b":")[1])
            message = json.loads(await self.process.stdout.readexactly(length))
            if "method" in message and "id" in message:
                self.answer(message["id"])
            elif message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "end":
                self.progress_ended.set()
            elif "method" not in message:
                self._answers.pop(message["id"]).set_result(message.get("result"))
            elif message["method"] == "textDocument/publishDiagnostics":
                params = message["params"]
                future = self.published(params["uri"], params.get("version", 0))
                if not future.done():
                    future.set_result(params["diagnostics"])


async def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Return all measurements."""
    for number in range(options.files):
        (folder / f"module{number}.py").write_text(module(number), encoding="utf-8")
    for lines in LINES:
        (folder / f"edited{lines}.py").write_text(program(lines), encoding="utf-8")
    load = os.getloadavg()[1]
    client = await Client.started(folder)
    result: dict[str, Any] = {"load": load, "latency": {}, "background analysis": await _background_analysis(client, folder)}
    for lines in LINES:
        text = program(lines)
        uri = (folder / f"edited{lines}.py").as_uri()
        client.open(uri, text)
        assert len(await client.published(uri, 1)) == 1
        times, used, parses = [], [], []
        edited = "def train0(loader, epochs=3):"
        line = text.splitlines().index(edited)
        for version in range(2, options.edits + 2):
            before, width = await client.idle(), len(edited)
            edited = f"def train0(loader, epochs={version}):"
            started = time.perf_counter()
            client.edit(uri, version, line, edited, width)
            await client.published(uri, version)
            times.append(time.perf_counter() - started)
            used.append(client.cpu_time() - before)
            # One after the other, so that whatever else the machine does tells on both.
            parses.append(_libcst_parse(text))
        parse = statistics.median(parses)
        median, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        result["latency"][lines] = {
            "median": median,
            "p95": late,
            "CPU time": statistics.mean(used),
            "libcst parse": parse,
            "CPU time, in parses": statistics.mean(used) / parse,
        }
    result["hover"] = await _hovers(client, folder, options)
    result["memory"] = await _memory(client, folder, options)
    await client.end()
    return result


async def _background_analysis(client: Client, folder: Path) -> float:
    """Measure the background analysis of the project, from the first opened file."""
    started = time.perf_counter()
    client.open((folder / "first.py").as_uri(), program(50))
    await client.progress_ended.wait()
    return time.perf_counter() - started


async def _hovers(client: Client, folder: Path, options: argparse.Namespace) -> dict[str, float]:
    """Measure hovers on a short program while a long one is being analyzed."""
    short, long = (folder / "short.py").as_uri(), (folder / "edited5000.py").as_uri()
    text = program(50)
    client.open(short, text)
    await client.published(short, 1)
    place = {"textDocument": {"uri": short}, "position": {"line": text.count("\n") - 1, "character": 1}}
    while await client.ask("textDocument/hover", place) is None:
        await asyncio.sleep(0.05)
    times = []
    for version in range(1000, 1000 + options.edits // 2):
        client.edit(long, version, 2, f"# {version:06}", 8)
        done = client.published(long, version)
        # The debounce is over, the analysis is under way.
        await asyncio.sleep(options.debounce * 1.5)
        while not done.done():
            started = time.perf_counter()
            assert await client.ask("textDocument/hover", place) is not None
            times.append(time.perf_counter() - started)
            await asyncio.sleep(0.01)
    return {"hovers": len(times), "median": statistics.median(times), "p95": statistics.quantiles(times, n=20)[-1], "most": max(times)}


async def _memory(client: Client, folder: Path, options: argparse.Namespace) -> dict[str, float]:
    """Measure the memory after few and after many edits, sent without pauses except for an occasional wait for diagnostics."""
    uri = (folder / "edited1000.py").as_uri()
    found: dict[str, float] = {}
    version = 10_000
    for number in range(1, options.long_run + 1):
        version += 1
        client.edit(uri, version, 2, f"# {version:06}", 8)
        if number % 20 == 0 or number == options.long_run:
            await client.published(uri, version)
        if number in (100, options.long_run):
            await asyncio.sleep(2)
            found[f"after {number} edits, MiB"] = client.memory()
    return found


def _libcst_parse(text: str) -> float:
    import libcst  # noqa: PLC0415

    started = time.process_time()
    libcst.parse_module(text)
    return time.process_time() - started


def page(result: dict[str, Any], options: argparse.Namespace) -> str:
    """Return the text of docs/internal/latency.md."""
    rows = "\n".join(
        f"| {lines:,} | {1000 * found['CPU time']:.0f} ms | {1000 * found['libcst parse']:.0f} ms | {found['CPU time, in parses']:.1f} "
        f"| {_shown(result, found['median'])} | {_shown(result, found['p95'])} |"
        for lines, found in result["latency"].items()
    )
    memory = list(result["memory"].items())
    return f"""\
# Editor latency

Written by `python benchmarks/latency.py --write`, on {os.cpu_count()} cores with a load average of {result["load"]:.1f}. The project has
{options.files:,} generated files of 60 to 140 lines, {CALLERS} of which call into each edited file. Each of {options.edits} edits
changes the default value of a parameter. The CPU time is that of the server and its workers from an edit to the diagnostics of its version,
on average: what an editor waits on an idle machine beyond the debounce of {1000 * options.debounce:.0f} ms, since one worker does nearly
all of it. Wall times include the debounce, and are left out if the load average is {QUIET:.0f} or more. A loaded machine makes CPU times
longer, too: libcst's parse of the same text, measured between two edits, shows by how much.

The worker executes only the functions that an edit may affect, and reuses the results of the last analysis for the others. The whole text
is analyzed when a file is opened or another file has changed, and after an edit of the module's code, of what it calls, of an import or of
a name.

| lines of the file | CPU time | libcst parse | CPU time, in such parses | wall time, median | wall time, 95th percentile |
|---|---|---|---|---|---|
{rows}

- Memory of the server and its workers: {", ".join(f"{value:.0f} MiB {name.removesuffix(', MiB')}" for name, value in memory)}.
{"".join(_wall_times(result))}"""


def _shown(result: dict[str, Any], seconds: float) -> str:
    """Return a wall time; a dash if it describes the machine and not the server."""
    return f"{1000 * seconds:.0f} ms" if result["load"] < QUIET else "-"


def _wall_times(result: dict[str, Any]) -> Iterator[str]:
    """Yield the lines on other wall times, if they describe the server."""
    if result["load"] < QUIET:
        hover = result["hover"]
        yield f"- Hover while the file of 5,000 lines is analyzed: median {1000 * hover['median']:.1f} ms, 95th percentile\n"
        yield f"  {1000 * hover['p95']:.1f} ms, maximum {1000 * hover['most']:.1f} ms, of {hover['hovers']:,} hovers.\n"
        yield f"- Indexing of the whole project in the background after the first file was opened: {result['background analysis']:.0f} s.\n"


def main(arguments: Sequence[str]) -> int:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--long-run", type=int, default=10_000)
    parser.add_argument("--output-format", choices=("text", "json"), default="text")
    parser.add_argument("--write", action="store_true", help="write docs/internal/latency.md")
    options = parser.parse_args(arguments)
    from graphlint.server.check_scheduler import DEBOUNCE  # noqa: PLC0415

    options.debounce = DEBOUNCE
    with tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(measure(options, Path(folder).resolve()))
    if options.write:
        PAGE.write_text(page(result, options), encoding="utf-8")
    if options.output_format == "json":
        print(json.dumps(result, indent=2))
        return 0
    for lines, figures in result["latency"].items():
        values = ", ".join(f"{name} {value * (1 if 'parses' in name else 1000):.1f}" for name, value in figures.items())
        print(f"{lines} lines, ms: {values}")
    hover = result["hover"]
    middle, most = 1000 * hover["median"], 1000 * hover["most"]
    print(f"hover while 5,000 lines are analyzed, ms: median {middle:.1f}, most {most:.1f} of {hover['hovers']}")
    print("memory " + ", ".join(f"{name} {value:.0f}" for name, value in result["memory"].items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
