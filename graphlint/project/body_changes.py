"""The change of a file whose functions have other bodies than before, and all else is the same: what other files may notice of it.

A file that enters none of the changed functions sees of them what the summary states. The change is described by the names of which the
summaries of both texts state different things, and by the functions that a changed one newly calls, or calls no longer.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from graphlint.project import class_facts
from graphlint.project.effect_names import OPTIMIZERS
from graphlint.project.file_summary import ClassSummary, FileSummary, FunctionSummary
from graphlint.project.name_facts import differing_names
from graphlint.project.outline import Body, Outline

_BY_LINES = frozenset(("functions", "classes", "uncalled", "required", "mentions", "stores", "outline", "identifiers"))
"""The fields of a summary that state lines or functions, and the names in all code."""
_OF_NAMES = frozenset(
    "called called_names called_without_grad called_in_contexts replaced_by_call uses replaced values unbound holders".split()
)
"""The fields whose entries each concern one name. The other fields concern the whole file."""


@dataclass(frozen=True)
class BodyChange:
    """A change of the bodies of some functions of a file.

    `before` and `after` are the bodies, `changed` the indices of those that differ. `names` are those of which the file states something
    else, `called` those that a changed function calls in one text only, `searched` those that searches of all files may see differently.
    """

    before: tuple[Body, ...]
    after: tuple[Body, ...]
    changed: frozenset[int]
    names: frozenset[str]
    called: frozenset[str]
    searched: frozenset[str]

    @property
    def moves_lines(self) -> bool:
        """True if code that has not changed is at other lines than before."""
        return any(one.last != other.last for one, other in zip(self.before, self.after, strict=True))

    def affects(self, line: int) -> bool:
        """Return True if a line of the earlier text is in a function that has changed."""
        index = self._index(line)
        return index in self.changed and line <= self.before[index].last

    def line(self, line: int) -> int:
        """Return the line in the new text of one in the earlier text, which no changed body contains."""
        index = self._index(line)
        if index < 0:
            return line
        old, new = self.before[index], self.after[index]
        return line - old.line + new.line if line <= old.last else line - old.last + new.last

    def _index(self, line: int) -> int:
        return bisect_right([body.line for body in self.before], line) - 1


def body_change(old: FileSummary, new: FileSummary) -> BodyChange | None:
    """Return the change between two texts of a file; None if they differ in more than the bodies of functions, or in their effects."""
    if old.outline is None or new.outline is None or not _have_same_rest(old.outline, new.outline):
        return None
    before, after = old.outline.bodies, new.outline.bodies
    changed = frozenset(index for index, body in enumerate(before) if body.digest != after[index].digest)
    plain = BodyChange(before, after, changed, frozenset(), frozenset(), frozenset())
    of_file = [item.name for item in fields(old) if item.name not in _BY_LINES | _OF_NAMES]
    if any(getattr(old, name) != getattr(new, name) for name in (*of_file, "freezes", "can_hold_finding", "uses_other_framework")):
        return None
    called = _differing_calls(old, new, plain)
    if called is None or _uncalled(old, plain, moved=True) != _uncalled(new, _reversed(plain), moved=False):
        return None
    names = {*_entries_of_names(old) ^ _entries_of_names(new)}
    found = {part for name, _ in names for part in name.split(".")} | {
        *(old.identifiers ^ new.identifiers),
        *_differing_lines(old.mentions, new.mentions, plain),
        *_differing_classes(old, new),
    }
    for owner in old.stores.keys() | new.stores.keys():
        found |= _differing_lines(old.stores.get(owner, {}), new.stores.get(owner, {}), plain)
    return BodyChange(before, after, changed, frozenset(found - {"self", ""}), called, differing_names(old, new))


def _have_same_rest(old: Outline, new: Outline) -> bool:
    same = old.rest == new.rest and len(old.bodies) == len(new.bodies)
    return same and all(one.yields == other.yields for one, other in zip(old.bodies, new.bodies, strict=True))


def _reversed(change: BodyChange) -> BodyChange:
    return BodyChange(change.after, change.before, change.changed, change.names, change.called, change.searched)


def _entries_of_names(summary: FileSummary) -> set[tuple[str, object]]:
    """Return what the fields by name state, and the classes that facts single out, as pairs of a name and a fact."""
    found: set[tuple[str, object]] = set()
    for field in sorted(_OF_NAMES):
        value = getattr(summary, field)
        found.update(((name, (field, value[name])) for name in value) if isinstance(value, Mapping) else ((name, field) for name in value))
    for single_out in (
        class_facts.opaque_classes,
        class_facts.plain_classes,
        class_facts.module_classes,
        class_facts.parameterless_bases,
        class_facts.parameterless_classes,
    ):
        found.update((name, single_out.__name__) for name in single_out(summary))
    return found


def _differing_calls(old: FileSummary, new: FileSummary, change: BodyChange) -> frozenset[str] | None:
    """Return the names that changed functions call in one text only; None if any function has other effects, or is another one."""
    if len(old.functions) != len(new.functions):
        return None
    found: set[str] = set()
    for one, other in zip(old.functions, new.functions, strict=True):
        if _properties(one) != _properties(other):
            return None
        found |= (one.calls | one.called) ^ (other.calls | other.called)
        found |= one.mentioned ^ other.mentioned
        if one.line != other.line and not change.affects(one.line) and change.line(one.line) != other.line:
            return None
    return frozenset(name.rpartition(".")[2] for name in found)


def _properties(item: FunctionSummary) -> tuple[object, ...]:
    makes_optimizer = not OPTIMIZERS.isdisjoint(item.called)
    return item.name, item.owner, item.effects, item.decorators, item.is_nested, makes_optimizer


def _differing_lines(old: Mapping[str, list[int]], new: Mapping[str, list[int]], change: BodyChange) -> set[str]:
    """Return the names that stand in other lines, apart from lines that move with the code around them, or within a changed function."""
    back = _reversed(change)

    def places(lines: list[int], of: BodyChange, moved: bool) -> set[tuple[str, int]]:
        return {("in", of._index(line)) if of.affects(line) else ("at", of.line(line) if moved else line) for line in lines}

    return {
        name
        for name in old.keys() | new.keys()
        if places(old.get(name, []), change, moved=True) != places(new.get(name, []), back, moved=False)
    }


def _differing_classes(old: FileSummary, new: FileSummary) -> Iterator[str]:
    """Yield the classes of which the texts state different things."""

    def facts(item: ClassSummary) -> tuple[object, ...]:
        return (
            item.bases,
            *item.methods,
            item.effects,
            item.straight,
            item.stores_state,
            item.returns_attribute,
            item.makes_parts,
            item.parts,
        )

    for name in old.classes.keys() | new.classes.keys():
        one, other = old.classes.get(name), new.classes.get(name)
        if one is None or other is None or facts(one) != facts(other) or one.mentioned != other.mentioned:
            yield name


def _uncalled(summary: FileSummary, change: BodyChange, moved: bool) -> list[tuple[object, ...]]:
    """Return the statements outside of changed functions that only read a method, by their lines in the new text."""
    items = (item for item in summary.uncalled if not change.affects(item.at[0]))
    return [(change.line(item.at[0]) if moved else item.at[0], *item[1:]) for item in items]
