"""Measure what a coding agent waits for: the start of `graphlint mcp`, and its answers.

usage: python benchmarks/agent_latency.py

Needs the extra [mcp]. The time from the start of the server until the client is connected, beside the import of the protocol's SDK alone,
and the time of the first and of the next answers to `check_snippet`. The aims are 0.5 s beyond the import, and 0.3 s for an answer.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

from mcp import Client, StdioServerParameters

TWICE = "loss.backward()\nloss.backward()\n"
LOOPS = "for inputs, labels in loader:\n" + "    loss = criterion(model(inputs), labels)\n    total += loss\n    loss.backward()\n" * 5
ANSWERS = 5


async def measure() -> None:
    """Print the times of one server."""
    began = time.perf_counter()
    async with Client(StdioServerParameters(command=sys.executable, args=["-I", "-m", "graphlint", "mcp"])) as client:
        print(f"connected: {time.perf_counter() - began:.2f} s")
        for number, code in enumerate((TWICE, *[LOOPS] * ANSWERS), 1):
            began = time.perf_counter()
            await client.call_tool("check_snippet", {"code": code})
            print(f"answer {number}: {time.perf_counter() - began:.3f} s")


def main() -> None:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-I", "-c", "import mcp.server.mcpserver"], check=True)
    print(f"import of the SDK: {time.perf_counter() - began:.2f} s")
    asyncio.run(measure())


if __name__ == "__main__":
    main()
