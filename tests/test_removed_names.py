"""Names that Python and PyTorch have removed: the table agrees with the installed versions, and code after such a name does not run."""

from __future__ import annotations

import ast
import importlib
import textwrap
from types import ModuleType

import pytest

from graphlint.libraries.removed_names import is_removed, removed_names
from graphlint.project.summarize import summarize

NAMES = sorted(removed_names())


def exists(name: str) -> bool:
    """Return True if an import of the name or of its module succeeds."""
    parent, _, last = name.rpartition(".")
    try:
        if not parent:
            return bool(importlib.import_module(name))
        owner: ModuleType = importlib.import_module(parent)
    except ModuleNotFoundError:
        return False
    return hasattr(owner, last)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore")
def test_the_installed_versions_have_no_removed_name(name: str) -> None:
    if name.startswith("torch."):
        pytest.importorskip("torch")
    assert not exists(name)


def test_names_in_a_removed_module_are_removed() -> None:
    assert is_removed("torch._six.container_abcs.Sequence")
    assert not is_removed("collections.abc.Sequence")
    assert not is_removed("collections")
    assert not is_removed("torch.float64")
    assert not is_removed("numpy.float"), "an older NumPy may be installed"


def test_a_summary_has_the_names_that_an_import_of_the_file_needs() -> None:
    text = """\
        import collections as c
        from . import parts
        try:
            import cPickle
        except ImportError:
            import pickle
        class Items(c.MutableMapping, dict): ...
        def later():
            import urllib2
    """
    summary = summarize(ast.parse(textwrap.dedent(text)))
    assert [(item.line, item.module, item.level, item.name) for item in summary.required] == [
        (1, "collections", 0, ""),
        (2, "", 1, "parts"),
        (7, "collections", 0, "MutableMapping"),
    ]
