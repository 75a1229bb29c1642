"""Names that a change of a text leaves unbound."""

from __future__ import annotations

from collections.abc import Sequence

from graphlint.fixes.queries.definite_assignment import Risk, UnboundUse, unbound_uses
from graphlint.rule.code import Code
from graphlint.source.text_edits import Edit, shift_offset, written_spans


def names_stay_bound(before: Code, after: Code, edits: Sequence[Edit]) -> bool:
    """Return True if no use of a name is less certainly bound after edits than before.

    A use outside of the edits is compared with itself, a use within an edit with the others of the same variable.
    """
    found = unbound_uses(after.tree)
    if not found:
        return True
    known: dict[int | tuple[str, str], Risk] = {}
    for offset, use in before.once(_uses_by_offset):
        keys: list[int | tuple[str, str]] = [(use.scope, use.name)]
        if not any(edit.start <= offset < edit.end for edit in edits):
            keys.append(shift_offset(offset, edits))
        for key in keys:
            known[key] = max(use.risk, known.get(key, use.risk))
    written = list(written_spans(edits))
    for use in found:
        offset = after.offset(use.line, use.column)
        is_written = any(start <= offset < end for start, end in written)
        risk = known.get((use.scope, use.name) if is_written else offset)
        if risk is None or risk < use.risk:
            return False
    return True


def _uses_by_offset(code: Code) -> list[tuple[int, UnboundUse]]:
    """Return the uses of names that may execute before the name is bound, with their offsets."""
    return [(code.offset(use.line, use.column), use) for use in unbound_uses(code.tree)]
