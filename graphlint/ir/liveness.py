"""Live names: those that a later statement of the function may read before it writes them.

A backward dataflow analysis over the structured instructions. Exceptions are assumed to leave a try block or a with block at any of its
instructions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace

from graphlint.ir import instructions
from graphlint.ir.instructions import Block, FunctionCode, Instruction, Literal, Loop, Operand
from graphlint.ir.names import names_below, nodes_below, reads

Names = frozenset[str]

NONE: Names = frozenset()

SCOPE_READERS = frozenset(("eval", "exec", "globals", "locals", "vars"))
"""Built-in functions that may read any name of a scope."""


@dataclass(slots=True, eq=False)
class Liveness:
    """The live names of a function.

    `after` are the names that are live after an instruction, `next_iteration` those at the start of a loop's body. Names that a nested
    function reads and does not receive, or that are not local, are always live: `shared`. Without `known`, every name is.
    """

    after: dict[Instruction, Names] = field(default_factory=dict)
    next_iteration: dict[Loop, Names] = field(default_factory=dict)
    shared: Names = NONE
    known: bool = True

    def live_after(self, instruction: Instruction) -> Names | None:
        """Return the names that a path from an instruction on may read before writing them; None if any name may be read."""
        return self.after[instruction] | self.shared if self.known and instruction in self.after else None

    def live_in_next_iteration(self, loop: Loop) -> Names | None:
        """Return the names that the next iteration of a loop, or what follows, may read before writing them; None as in `live_after`."""
        return self.next_iteration[loop] | self.shared if self.known and loop in self.next_iteration else None

    def live_after_iteration(self, loop: Loop) -> Names | None:
        """Return the names that are live in the next iteration of a loop or after the loop; None as in `live_after`."""
        again, after = self.live_in_next_iteration(loop), self.live_after(loop)
        return None if again is None or after is None else again | after


def analyze(code: FunctionCode) -> Liveness:
    """Return the live names of a function or a module; in a class body, every name is live."""
    mentioned = [names_below(child.definition).difference(item.name for item in child.parameters) for child in code.children]
    found = Liveness(shared=code.global_names | code.nonlocal_names.union(*mentioned))
    first = _Analysis(found).before(code.body(), NONE, _Exits())
    reads_scope = any(_reads_scope(code.definition, name) for name in SCOPE_READERS & first)
    found.known = not isinstance(code.definition, ast.ClassDef) and not code.has_gaps and not reads_scope
    return found


def _reads_scope(node: ast.AST, name: str) -> bool:
    """Return True if code may read the variables of its scope through a built-in function; `vars(value)` reads those of the value."""
    of_values = [item.func for item in nodes_below(node) if isinstance(item, ast.Call) and item.args] if name == "vars" else []
    return reads(node, name) > sum(isinstance(item, ast.Name) and item.id == name for item in of_values)


@dataclass(frozen=True, slots=True)
class _Exits:
    """The names that are live where control may go from within a block: at handlers, after `break` and after `continue`."""

    handlers: Names = NONE
    after_break: Names = NONE
    after_continue: Names = NONE


class _Analysis:
    """Computes the live names of one function into a `Liveness`."""

    def __init__(self, found: Liveness) -> None:
        self.found = found

    def before(self, block: Block, live: Names, exits: _Exits) -> Names:
        """Return the names that are live before a block, given those after it."""
        for instruction in reversed(block):
            self.found.after[instruction] = live
            live = self._before(instruction, live, exits) | exits.handlers
        return live

    def _before(self, instruction: Instruction, live: Names, exits: _Exits) -> Names:
        if type(instruction) in _STRAIGHT:
            read = [name for name in names_read(instruction) if name not in live]
            return live.union(read) if read else live
        match instruction:
            case instructions.Branch():
                sides = self.before(instruction.then, live, exits) | self.before(instruction.otherwise, live, exits)
                return sides.union(_names(instruction.condition))
            case instructions.Loop():
                return self._before_loop(instruction, live, exits)
            case instructions.With():
                # The manager may suppress an exception of the body.
                inner = self.before(instruction.body, live, replace(exits, handlers=exits.handlers | live))
                return inner.union(_names(instruction.manager))
            case instructions.Try():
                return self._before_try(instruction, live, exits)
            case instructions.Leave():
                return self._before_leave(instruction, exits)
            case instructions.StoreName() | instructions.DeleteName() | instructions.Import() if isinstance(instruction.name, str):
                return (live - {instruction.name}).union(names_read(instruction))
        return live

    def _before_loop(self, loop: Loop, live: Names, exits: _Exits) -> Names:
        ended = self.before(loop.otherwise, live, exits)
        endless = isinstance(loop.condition, Literal) and bool(loop.condition.value)
        head = NONE if endless else ended
        while True:
            inner = replace(exits, after_break=live, after_continue=head)
            first = self.before(loop.body, head, inner)
            start = first
            if loop.condition is not None:
                start = self.before(loop.test, first.union(NONE if endless else ended, _names(loop.condition)), inner)
            self.found.next_iteration[loop] = start
            if start <= head:
                break
            head |= start
        # No iteration may be executed at all.
        return (head if loop.iterable is None else head | ended).union(_names(loop.iterable))

    def _before_try(self, instruction: instructions.Try, live: Names, exits: _Exits) -> Names:
        final = self.before(instruction.final, live | exits.handlers | exits.after_break | exits.after_continue, exits)
        after = final if instruction.final else live
        through = replace(exits, handlers=exits.handlers | (final if instruction.final else NONE))
        caught = NONE
        for handler in instruction.handlers:
            caught |= self.before(handler.body, after, through) - {handler.name or ""}
        otherwise = self.before(instruction.otherwise, after, through)
        return self.before(instruction.body, otherwise, replace(through, handlers=through.handlers | caught))

    def _before_leave(self, instruction: instructions.Leave, exits: _Exits) -> Names:
        live = {"break": exits.after_break, "continue": exits.after_continue}.get(instruction.kind, NONE)
        return live.union(_names(instruction.value))


_STRAIGHT = frozenset(Instruction.__subclasses__()) - {
    instructions.Branch, instructions.Loop, instructions.With, instructions.Try, instructions.Leave,
    instructions.StoreName, instructions.DeleteName, instructions.Import,
}  # fmt: skip
"""The classes of instructions that only read names, and continue with the next instruction."""

_OPERANDS = ("value", "holder", "key", "function", "left", "right", "receiver")

_OPERANDS_OF = {
    kind: tuple(name for name in _OPERANDS if name in {item.name for item in fields(kind)}) for kind in Instruction.__subclasses__()
}
"""The fields of each class of instructions that are a single operand."""


def names_read(instruction: Instruction) -> list[str]:
    """Return every name that an instruction without blocks reads."""
    operands: list[Operand | None] = [getattr(instruction, name) for name in _OPERANDS_OF[type(instruction)]]
    match instruction:
        case instructions.Call():
            operands.extend([item.value for item in instruction.arguments])
        case instructions.Build():
            operands.extend(instruction.values)
            operands.extend(instruction.keys)
        case instructions.Connect():
            operands.extend(instruction.values)
        case instructions.MakeFunction():
            operands.extend([operand for _, operand in instruction.defaults])
            operands.extend([operand for operand, _ in instruction.decorators])
        case instructions.MakeClass():
            operands.extend([operand for operand, _ in (*instruction.bases, *instruction.decorators)])
    return [item for item in operands if isinstance(item, str)]


def _names(*operands: Operand | None) -> Iterable[str]:
    return (item for item in operands if isinstance(item, str))
