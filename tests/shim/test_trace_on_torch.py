"""The trace of the marked programs on PyTorch: the rules find in it what is marked, as in that of the shim."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

import pytest
from marked_programs import PROGRAMS, exceptions, marks, name_of, rules_for, sampled

from graphlint.confirm.order import Emitter
from graphlint.rule.precedence import resolve_precedence
from graphlint.rule.registry import discover

from .traced_programs import traced

ROOT = Path(__file__).resolve().parents[2]
# What a run cannot show is not shown by PyTorch either.
KNOWN = exceptions("trace") | exceptions("torch trace")


def torch_is_installed() -> bool:
    # The distribution is asked for, as the runtime shim is a package of the same name.
    try:
        importlib.metadata.distribution("torch")
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


@pytest.mark.sampled
@pytest.mark.torch
@pytest.mark.skipif(not torch_is_installed(), reason="PyTorch is not installed")
def test_the_rules_find_in_the_trace_on_pytorch_what_is_marked(tmp_path: Path) -> None:
    """A finding that PyTorch confirms is the one that the shim confirms, and the one that is marked."""
    programs = [path for path in sampled(PROGRAMS, 12, 12) if name_of(path) not in KNOWN]
    paths = {str(path): str(path.relative_to(ROOT)) for path in programs}
    traces = traced(paths, tmp_path, ROOT, ROOT, emitter=Emitter.TORCH)
    rules = [rule() for rule in discover().rules if rule.code != "GL000"]
    wrong = []
    for path in programs:
        run = traces[str(path)].run
        codes = {rule.code for rule in rules_for(name_of(path))}
        found = {(each.site.line, each.code) for each in resolve_precedence(item for rule in rules for item in rule.check(run))}
        marked, shown = marks(path.read_text(encoding="utf-8")), {(line, code) for line, code in found if code in codes}
        if shown != marked:
            wrong.append(f"{path.relative_to(ROOT)}: missed {sorted(marked - shown)}, extra {sorted(shown - marked)}")
    assert not wrong, "\n".join(wrong)


def test_the_differences_on_pytorch_are_few() -> None:
    """Each of them names a program."""
    assert set(exceptions("torch trace")) <= set(map(name_of, PROGRAMS))
    assert len(exceptions("torch trace")) * 100 < len(PROGRAMS)
