"""Convert the patterns of match statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

import libcst as cst

from graphlint.source.libcst_tree.expressions import CONSTANTS, ExpressionConversion, identifier
from graphlint.source.libcst_tree.positions import Extent


class PatternConversion(ExpressionConversion):
    """Converts patterns. Each method is named after the class of libcst that it converts."""

    def pattern(self, node: cst.MatchPattern) -> ast.pattern:
        method: Callable[[cst.MatchPattern], ast.pattern] = self.method("pattern_", node)
        return method(node)

    def pattern_MatchValue(self, node: cst.MatchValue) -> ast.pattern:
        return self.place(ast.MatchValue(value=self.expr(node.value)), self.inner(node.value))

    def pattern_MatchSingleton(self, node: cst.MatchSingleton) -> ast.pattern:
        return self.place(ast.MatchSingleton(value=CONSTANTS[node.value.value]), self.inner(node.value))

    def pattern_MatchList(self, node: cst.MatchList) -> ast.pattern:
        extent = self.inner(node) if node.lbracket else self.open_sequence(node)
        return self.place(ast.MatchSequence(patterns=self.sequence(node.patterns)), extent)

    def pattern_MatchTuple(self, node: cst.MatchTuple) -> ast.pattern:
        return self.place(ast.MatchSequence(patterns=self.sequence(node.patterns)), self.with_parentheses(node, self.open_sequence(node)))

    def open_sequence(self, node: cst.MatchList | cst.MatchTuple) -> Extent:
        """The extent of a sequence pattern without brackets: it ends with its last comma."""
        inner = self.inner(node)
        if not node.patterns:
            return inner
        last = node.patterns[-1]
        end = self.outer(last.value).end if isinstance(last, cst.MatchSequenceElement) else self.inner(last).end
        return Extent(inner.start, self.end_of_comma(last.comma, end))

    def sequence(self, nodes: Sequence[cst.MatchSequenceElement | cst.MatchStar]) -> list[ast.pattern]:
        return [self.pattern(item.value) if isinstance(item, cst.MatchSequenceElement) else self.pattern_MatchStar(item) for item in nodes]

    def pattern_MatchStar(self, node: cst.MatchStar) -> ast.pattern:
        start = self.inner(node).start
        name = node.name
        if name is None:
            # The underscore of `*_` is the character before the comma and its whitespace.
            end = self.data.index(b"_", start) + 1
            return self.place(ast.MatchStar(name=None), Extent(start, end))
        return self.place(ast.MatchStar(name=identifier(name.value)), Extent(start, self.inner(name).end))

    def pattern_MatchMapping(self, node: cst.MatchMapping) -> ast.pattern:
        keys, patterns = [self.expr(item.key) for item in node.elements], [self.pattern(item.pattern) for item in node.elements]
        rest = None if node.rest is None else identifier(node.rest.value)
        return self.place(ast.MatchMapping(keys=keys, patterns=patterns, rest=rest), self.inner(node))

    def pattern_MatchClass(self, node: cst.MatchClass) -> ast.pattern:
        return self.place(
            ast.MatchClass(
                cls=self.expr(node.cls),
                patterns=[self.pattern(item.value) for item in node.patterns],
                kwd_attrs=[identifier(item.key.value) for item in node.kwds],
                kwd_patterns=[self.pattern(item.pattern) for item in node.kwds],
            ),
            self.inner(node),
        )

    def pattern_MatchAs(self, node: cst.MatchAs) -> ast.pattern:
        pattern = None if node.pattern is None else self.pattern(node.pattern)
        name = None if node.name is None else identifier(node.name.value)
        return self.place(ast.MatchAs(pattern=pattern, name=name), self.inner(node))

    def pattern_MatchOr(self, node: cst.MatchOr) -> ast.pattern:
        return self.place(ast.MatchOr(patterns=[self.pattern(item.pattern) for item in node.patterns]), self.inner(node))
