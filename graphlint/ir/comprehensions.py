"""Lower comprehensions: each becomes a loop that fills a container, with names of its own."""

from __future__ import annotations

import ast
from collections.abc import Callable

from graphlint.ir.expressions import ExpressionLowering
from graphlint.ir.instructions import Argument, Branch, BuildKind, Call, Literal, Loop, Operand, Operate, StoreItem, StoreName
from graphlint.ir.span import Span, span
from graphlint.ir.words import words_of


class ComprehensionLowering(ExpressionLowering):
    """Lowers the expressions of one function, comprehensions among them."""

    def expr_Call(self, node: ast.Call) -> Operand:
        match node:
            case ast.Call(func=ast.Name("sum"), args=[ast.GeneratorExp() as terms], keywords=[]):
                return self.sum_of(terms)
        return super().expr_Call(node)

    def expr_ListComp(self, node: ast.ListComp) -> Operand:
        return self.comprehension(node, "list", node.generators, lambda into: self.collect(into, "append", node.elt))

    def expr_SetComp(self, node: ast.SetComp) -> Operand:
        return self.comprehension(node, "set", node.generators, lambda into: self.collect(into, "add", node.elt))

    def expr_GeneratorExp(self, node: ast.GeneratorExp) -> Operand:
        return self.comprehension(node, "generator", node.generators, lambda into: self.collect(into, "append", node.elt))

    def expr_DictComp(self, node: ast.DictComp) -> Operand:
        def store(into: int) -> None:
            key = self.operand(node.key)
            self.output.append(StoreItem(span(node), into, key, self.operand(node.value)))

        return self.comprehension(node, "dict", node.generators, store)

    def collect(self, into: int, method: str, element: ast.expr) -> None:
        """Add one element of a comprehension."""
        value = self.operand(element)
        self.output.append(Call(span(element), self.temporary(), into, method, (Argument(value),)))

    def sum_of(self, node: ast.GeneratorExp) -> Operand:
        """Lower the sum of a generator expression as a loop that adds up: no list holds the terms."""
        total, at = f"sum'{self.comprehensions + 1}", span(node)
        self.comprehensions += 1
        self.output.append(StoreName(at, total, Literal(0)))

        def add() -> None:
            result = self.temporary()
            self.output.append(Operate(at, result, "+", total, self.operand(node.elt)))
            self.output.append(StoreName(at, total, result))

        self.iterations(node, node.generators, add)
        return total

    def comprehension(
        self, node: ast.expr, kind: BuildKind, generators: list[ast.comprehension], collect: Callable[[int], None]
    ) -> Operand:
        """Lower a comprehension as a loop that fills a container, with names of its own."""
        into = self.build(kind, (), span(node))
        self.iterations(node, generators, lambda: collect(into), lazy=isinstance(node, ast.GeneratorExp))
        return into

    def iterations(self, node: ast.expr, generators: list[ast.comprehension], inner: Callable[[], None], *, lazy: bool = False) -> None:
        """Lower the loops of a comprehension around what it does for each element."""
        self.comprehensions += 1
        self._nest(node, generators, 0, f"'{self.comprehensions}", inner, lazy)

    def _nest(
        self, node: ast.expr, generators: list[ast.comprehension], index: int, suffix: str, inner: Callable[[], None], lazy: bool
    ) -> None:
        """Lower the loops of a comprehension from the one with an index on; `suffix` is that of its own names."""
        if index == len(generators):
            inner()
            return
        generator = generators[index]
        iterable = self.operand(generator.iter)
        mapping = {item.id: item.id + suffix for item in ast.walk(generator.target) if isinstance(item, ast.Name)}
        item = self.temporary()

        def body() -> None:
            self.renamed.append(mapping)
            self.store(generator.target, item, span(node))
            self.with_conditions(generator.ifs, lambda: self._nest(node, generators, index + 1, suffix, inner, lazy), span(node))
            self.renamed.pop()

        block = self.block(body)
        words = words_of(generator.iter)
        self.output.append(Loop(span(node), iterable, item, (), None, block, (), words, is_comprehension=True, is_lazy=lazy))

    def with_conditions(self, conditions: list[ast.expr], inner: Callable[[], None], at: Span) -> None:
        """Lower the part of a comprehension after its conditions."""
        if not conditions:
            inner()
            return
        condition = self.condition(conditions[0])
        then = self.block(lambda: self.with_conditions(conditions[1:], inner, at))
        self.output.append(Branch(at, condition, then, ()))
