"""Lower the patterns of match statements to conditions on the subject."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.ir.comprehensions import ComprehensionLowering
from graphlint.ir.expressions import UNKNOWN
from graphlint.ir.instructions import Argument, Call, Connect, Literal, Operand, Operate
from graphlint.ir.span import Span, span


class PatternLowering(ComprehensionLowering):
    """Lowers the expressions of one function, patterns among them."""

    def pattern(self, node: ast.pattern, subject: Operand, at: Span) -> Operand:
        """Emit the test of a pattern, and return its condition; a pattern that looks into the subject has an unknown part."""
        match node:
            case ast.MatchAs(pattern=None):
                return Literal(True)
            case ast.MatchAs(pattern=ast.pattern() as inner):
                return self.pattern(inner, subject, at)
            case ast.MatchValue():
                return self._tested(at, "==", subject, self.operand(node.value))
            case ast.MatchSingleton():
                return self._tested(at, "is", subject, Literal(node.value))
            case ast.MatchOr():
                return self._connected(at, "or", tuple(self.pattern(item, subject, at) for item in node.patterns))
            case ast.MatchClass():
                target = self.temporary()
                self.output.append(Call(span(node.cls), target, "isinstance", None, (Argument(subject), Argument(self.operand(node.cls)))))
                if (whole := _whole(node)) is not None:
                    return self._connected(at, "and", (target, self.pattern(whole, subject, at)))
                return target if not node.patterns and not node.kwd_patterns else self._connected(at, "and", (target, UNKNOWN))
        return UNKNOWN

    def _tested(self, at: Span, operator: str, left: Operand, right: Operand) -> int:
        target = self.temporary()
        self.output.append(Operate(at, target, operator, left, right))
        return target

    def _connected(self, at: Span, operator: str, conditions: tuple[Operand, ...]) -> int:
        target = self.temporary()
        self.output.append(Connect(at, target, operator, conditions))
        return target


def captures(node: ast.pattern, subject: Operand) -> Iterator[tuple[str, Operand]]:
    """Yield the names that a pattern binds, each with its value: the subject, or an unknown part of it."""
    for item in ast.walk(node):
        if isinstance(item, ast.MatchAs | ast.MatchStar) and item.name is not None:
            yield item.name, subject if item in _wholes(node) else UNKNOWN
        elif isinstance(item, ast.MatchMapping) and item.rest is not None:
            yield item.rest, UNKNOWN


def _wholes(node: ast.pattern) -> Iterator[ast.pattern]:
    """Yield the patterns that match the whole subject."""
    yield node
    match node:
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from _wholes(inner)
        case ast.MatchOr():
            for item in node.patterns:
                yield from _wholes(item)
        case ast.MatchClass() if (whole := _whole(node)) is not None:
            yield from _wholes(whole)


def _whole(node: ast.MatchClass) -> ast.pattern | None:
    """Return the pattern in a class pattern that matches the subject itself, as in `float(x)`; None if there is none."""
    if isinstance(node.cls, ast.Name) and node.cls.id in _OF_THEMSELVES and len(node.patterns) == 1 and not node.kwd_patterns:
        return node.patterns[0]
    return None


_OF_THEMSELVES = frozenset("bool bytearray bytes dict float frozenset int list set str tuple".split())
"""The classes whose only positional pattern matches the subject itself. Source: Python's reference, "Class Patterns"."""
