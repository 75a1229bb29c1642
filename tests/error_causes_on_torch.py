"""Run the programs of the error pages on PyTorch.

usage: error_causes_on_torch.py            print {KEY: [error, line, error of the corrected program]} as JSON
       error_causes_on_torch.py --write    record what PyTorch prints, in tests/explain/causes/printed.json

torch is imported once; each program runs in a fork of that process.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import sys
import tempfile
import traceback
from contextlib import redirect_stderr, redirect_stdout
from types import ModuleType

from error_causes import PRINTED, all_causes

NAME = "example.py"
Answer = tuple[str, int]


def main() -> int:
    importlib.import_module("torch")
    seen = {cause.key: (*run(cause.program), run(cause.mended)[0]) for cause in all_causes()}
    if sys.argv[1:] != ["--write"]:
        print(json.dumps(seen))
        return 0
    texts = {key: error for key, (error, _, _) in seen.items()}
    PRINTED.write_text(json.dumps(texts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def run(program: str) -> Answer:
    """Run a program in a fork, and return the last lines of its traceback and the line that raised; empty if it ends without an error."""
    with tempfile.TemporaryFile() as answer:
        child = os.fork()
        if not child:
            answer.write(json.dumps(raised(program)).encode())
            answer.flush()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        answer.seek(0)
        if status:
            return f"the process ended with status {status}", 0
        error, line = json.load(answer)
        return error, line


def raised(program: str) -> Answer:
    """Execute a program as the main module."""
    main_module = sys.modules["__main__"] = ModuleType("__main__")
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            exec(compile(program, NAME, "exec"), main_module.__dict__)
    except Exception as error:  # noqa: BLE001  whatever the program raises
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == NAME]
        return "".join(traceback.format_exception_only(error)).strip(), lines[-1] or 0
    return "", 0


if __name__ == "__main__":
    sys.exit(main())
