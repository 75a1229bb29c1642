"""The environment of a process that runs programs, each in a fork of itself."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHIM = (ROOT / "runtime_shim", ROOT)


def forking_environment(*paths: Path) -> dict[str, str]:
    """Return the environment with these folders as the only ones in PYTHONPATH: one thread, and the same strings first in each set.

    Args:
        paths: `SHIM`, or none for PyTorch.
    """
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    kept |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    return kept | {"PYTHONPATH": os.pathsep.join(map(str, paths))} if paths else kept
