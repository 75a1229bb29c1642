"""Edits for one kind of change each: transformations of libcst's trees. Comments and formatting stay.

Each function returns None where it does not apply, or where the code is nested too deeply for libcst. A proposal with a None is dropped
(`Fix.of`). A module of rules imports this package, `from graphlint.fixes import edits`, and not its functions: libcst, which costs as
much as a small check, is then imported when the first edit is made. Strategies are imported only when a rule proposes a fix.

- `expressions`, `assignments`, `statements` and `blocks` are the edits, `lines` arranges the statements on some lines.
- `trees` finds the nodes of the analysis in libcst's trees, each of the lines of a `fragment`; `layout` says which statements share lines.
- `new_nodes` parses what a fix writes, `difference` turns a changed tree into edits of the text.

`libcst.matchers` is not used: its import takes longer than that of all that is used of libcst.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphlint.common.optional_libcst import why_no_libcst
from graphlint.source.text_edits import Edits as Edits

if TYPE_CHECKING:
    from graphlint.fixes.edits.assignments import assigned as assigned
    from graphlint.fixes.edits.assignments import augmented as augmented
    from graphlint.fixes.edits.assignments import copied as copied
    from graphlint.fixes.edits.assignments import expanded as expanded
    from graphlint.fixes.edits.blocks import decorated as decorated
    from graphlint.fixes.edits.blocks import item_removed as item_removed
    from graphlint.fixes.edits.blocks import opened as opened
    from graphlint.fixes.edits.blocks import tail_unwrapped as tail_unwrapped
    from graphlint.fixes.edits.blocks import undecorated as undecorated
    from graphlint.fixes.edits.blocks import unwrapped as unwrapped
    from graphlint.fixes.edits.blocks import wrapped as wrapped
    from graphlint.fixes.edits.expressions import argument_added as argument_added
    from graphlint.fixes.edits.expressions import argument_removed as argument_removed
    from graphlint.fixes.edits.expressions import attribute_renamed as attribute_renamed
    from graphlint.fixes.edits.expressions import attribute_replaced as attribute_replaced
    from graphlint.fixes.edits.expressions import called as called
    from graphlint.fixes.edits.expressions import item_read as item_read
    from graphlint.fixes.edits.expressions import key_renamed as key_renamed
    from graphlint.fixes.edits.expressions import keyword_renamed as keyword_renamed
    from graphlint.fixes.edits.expressions import part_kept as part_kept
    from graphlint.fixes.edits.expressions import term_added as term_added
    from graphlint.fixes.edits.expressions import uncalled as uncalled
    from graphlint.fixes.edits.statements import inserted_after as inserted_after
    from graphlint.fixes.edits.statements import inserted_before as inserted_before
    from graphlint.fixes.edits.statements import moved_after as moved_after
    from graphlint.fixes.edits.statements import moved_before as moved_before
    from graphlint.fixes.edits.statements import removed as removed
    from graphlint.fixes.edits.statements import replaced as replaced

MODULES = ("expressions", "statements", "blocks", "assignments")


def __getattr__(name: str) -> object:
    """Import the modules of the edits when one of them is first used. Without libcst, no edit applies."""
    import importlib  # noqa: PLC0415

    if name not in MODULES and not name.startswith("_"):
        if why_no_libcst() is not None:
            return _no_edit
        for module in MODULES:
            edits = vars(importlib.import_module(f"{__name__}.{module}"))
            if getattr(edits.get(name), "__module__", "") == f"{__name__}.{module}":
                return edits[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _no_edit(*_: object, **__: object) -> None:
    """Apply nowhere: the edit of an environment without libcst."""
