"""The interpreter that runs the program, and the library that it has."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass

from graphlint.common.errors import GraphlintError
from graphlint.confirm.order import Emitter

PROBE = """
import importlib.util, json, sys
print(json.dumps([list(sys.version_info[:2]), *(importlib.util.find_spec(name) is not None for name in ("torch", "numpy"))]))
"""
OLDEST = (3, 10)
SECONDS = 60


@dataclass(frozen=True)
class Interpreter:
    """An interpreter: its command, its version, and whether torch and NumPy are installed."""

    command: str
    version: tuple[int, int]
    has_torch: bool
    has_numpy: bool

    @classmethod
    def probe(cls, command: str) -> Interpreter:
        """Ask an interpreter for its version and its libraries; nothing is imported.

        Raises:
            GraphlintError: if it cannot be started or is too old.
        """
        try:
            run = subprocess.run([command, "-c", PROBE], capture_output=True, text=True, timeout=SECONDS, check=True)
            version, has_torch, has_numpy = json.loads(run.stdout)
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            raise GraphlintError(f"--python: {command} is not a Python interpreter that can be started: {error}") from None
        if tuple(version) < OLDEST:
            raise GraphlintError(f"--python: {command} is Python {version[0]}.{version[1]}; confirm needs Python 3.10 or newer")
        return cls(command, (version[0], version[1]), has_torch, has_numpy)

    def emitter(self, wanted: Emitter | None) -> Emitter:
        """Return the library that runs the program: the wanted one, or torch where it is installed, else the shim.

        Raises:
            GraphlintError: if it is not available.
        """
        if wanted is not Emitter.SHIM and self.has_torch:
            return Emitter.TORCH
        if wanted is Emitter.TORCH:
            raise GraphlintError(
                f"--torch: PyTorch is not installed in {self.command}; install it, or name another interpreter by --python"
            )
        if not self.has_numpy:
            missing = "" if wanted is Emitter.SHIM else "PyTorch is not installed, and "
            raise GraphlintError(
                f"{missing}the runtime shim needs NumPy, which {self.command} does not have: install torch-graphlint[shim], "
                "or name an interpreter with PyTorch by --python"
            )
        return Emitter.SHIM
