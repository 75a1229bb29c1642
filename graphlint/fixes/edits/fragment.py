"""Fragments: the edits syntax tree of some lines of a text, with the nodes that the analysis has found there."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import libcst as cst

from graphlint.fixes.edits.difference import Rendered, Span, edits_between, rendered
from graphlint.source.parser_limits import exceeds_parser_limits
from graphlint.source.text_edits import Edit

# A longer text takes longer to parse than an editor waits. The visitors of libcst recurse: about ten Python calls for each level.
MAX_CHARACTERS = 150_000
MAX_DEPTH = 60

# The nodes of the analysis and those of libcst. In f-strings, Python 3.11 and older give positions of other nodes.
KINDS: Mapping[type[ast.expr], type[cst.BaseExpression]] = {
    ast.Name: cst.Name,
    ast.Attribute: cst.Attribute,
    ast.Call: cst.Call,
    ast.Subscript: cst.Subscript,
    ast.Tuple: cst.Tuple,
    ast.List: cst.List,
    ast.Dict: cst.Dict,
    ast.ListComp: cst.ListComp,
    ast.DictComp: cst.DictComp,
    ast.GeneratorExp: cst.GeneratorExp,
    ast.BinOp: cst.BinaryOperation,
    ast.IfExp: cst.IfExp,
    ast.Lambda: cst.Lambda,
}
WITH_PARENTHESES = (cst.Tuple, cst.GeneratorExp)

Change: TypeAlias = "cst.CSTNode | cst.FlattenSentinel[cst.CSTNode] | cst.RemovalSentinel"


def is_too_deep(nodes: Iterable[ast.AST], text: str) -> bool:
    """Return True for code that libcst cannot transform, or not in a short time."""
    if len(text) > MAX_CHARACTERS or exceeds_parser_limits(text) is not None:
        return True
    level: list[ast.AST] = list(nodes)
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True


class Fragment:
    """The tree of some whole lines of a text.

    Lines of a block are parsed after `opening`, lines that end in a block header before `closing`: neither is part of the text. libcst does
    not end a line at a carriage return alone: the text has line feeds instead, and edits have `newline`.
    """

    def __init__(self, text: str, start: int, opening: str, closing: str = "", newline: str = "\n") -> None:
        self.start, self._newline = start, newline
        self._shift = start - len(opening)
        self.module = cst.parse_module(opening + text + closing)
        self._rendered = rendered(self.module)
        self.is_exact = self._rendered.text == opening + text + closing

    @cached_property
    def _nodes(self) -> Mapping[Span, list[cst.CSTNode]]:
        """The expressions and statements at each span, as the analysis counts them: without parentheses, but a tuple with its own."""
        found: dict[Span, list[cst.CSTNode]] = {}
        spans = self._rendered.spans
        for node, own in spans.items():
            if not isinstance(node, cst.BaseExpression | cst.BaseSmallStatement | cst.BaseCompoundStatement):
                continue
            span = own
            if isinstance(node, WITH_PARENTHESES) and node.lpar:
                span = Span(spans[node.lpar[-1]].start, spans[node.rpar[0]].end)
            found.setdefault(Span(span.start + self._shift, span.end + self._shift), []).append(node)
        return found

    def expression(self, node: ast.expr, span: Span) -> cst.BaseExpression | None:
        """Return the node of an expression."""
        kind = KINDS.get(type(node), cst.BaseExpression)
        for found in self._nodes.get(span, ()):
            if isinstance(found, kind) and isinstance(found, cst.BaseExpression):
                named = not isinstance(node, ast.Name) or (isinstance(found, cst.Name) and found.value == node.id)
                return found if named else None
        return None

    def statement(self, span: Span) -> cst.BaseSmallStatement | cst.BaseCompoundStatement | None:
        """Return the node of a statement."""
        found = self._nodes.get(span, ())
        return next((each for each in found if isinstance(each, cst.BaseSmallStatement | cst.BaseCompoundStatement)), None)

    def compound_at(self, start: int) -> cst.BaseCompoundStatement | None:
        """Return the statement with a block that begins at an offset, wherever it ends."""
        nodes = (node for span, found in self._nodes.items() if span.start == start for node in found)
        return next((each for each in nodes if isinstance(each, cst.BaseCompoundStatement)), None)

    def changed(self, changes: Mapping[cst.CSTNode, Change]) -> tuple[Edit, ...]:
        """Return the edits that replace nodes."""
        changer = _Changer(changes, self._rendered)
        module = self.module.visit(changer)
        return self.edits_to(module)

    def edits_to(self, module: cst.Module) -> tuple[Edit, ...]:
        """Return the edits that change the fragment's tree to another one."""
        found = edits_between(self._rendered, rendered(module))
        return tuple(Edit(edit.start + self._shift, edit.end + self._shift, self._restored(edit.text)) for edit in found)

    def _restored(self, text: str) -> str:
        """Return a text with the line ends of the file."""
        return text.replace("\n", "\r") if self._newline == "\r" else text

    def statements_of_lines(self) -> list[cst.BaseStatement]:
        """Return the statements of the lines."""
        if self._block is not None:
            return list(self._block.body)
        return list(self.module.body[1:])

    def with_statements(self, statements: Sequence[cst.BaseStatement]) -> cst.Module:
        """Return the tree with other statements on the lines."""
        first = self.module.body[0]
        if self._block is None:
            return self.module.with_changes(body=[first, *statements])
        return self.module.with_changes(body=[first.with_changes(body=self._block.with_changes(body=statements))])

    def text_of(self, statements: Sequence[cst.BaseStatement], indent: str) -> str:
        """Return the text of statements of this tree with another indentation."""
        if not indent:
            return self._restored(self.module.with_changes(header=(), body=statements, footer=()).code)
        block = cst.If(cst.Integer("0"), cst.IndentedBlock(statements, indent=indent))
        text = self.module.with_changes(header=(), body=[block], footer=()).code
        return self._restored(text.partition(self.module.default_newline)[2])

    def start_of(self, node: cst.CSTNode) -> int:
        """Return the offset of a node in the text."""
        return self._rendered.spans[node].start + self._shift

    def suite_of(self, small: cst.CSTNode) -> cst.SimpleStatementSuite | None:
        """Return the block on the line of its header that contains a statement."""
        suites = (node for node in self._rendered.spans if isinstance(node, cst.SimpleStatementSuite))
        return next((each for each in suites if small in each.body), None)

    def line_of(self, small: cst.CSTNode) -> cst.SimpleStatementLine | cst.SimpleStatementSuite | None:
        """Return the line of statements that contains a statement."""
        lines = (node for node in self._rendered.spans if isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite))
        return next((each for each in lines if small in each.body), None)

    @cached_property
    def _block(self) -> cst.IndentedBlock | None:
        """The block of the opening; None for lines without indentation."""
        first = self.module.body[0]
        return first.body if isinstance(first, cst.If) and isinstance(first.body, cst.IndentedBlock) else None


class _Changer(cst.CSTTransformer):
    """Replaces nodes, and visits no others than those around them: what is not visited stays the same object."""

    def __init__(self, changes: Mapping[cst.CSTNode, Change], tree: Rendered) -> None:
        super().__init__()
        self._changes, self._spans = changes, tree.spans
        self._wanted = [tree.spans[node] for node in changes]

    def on_visit(self, node: cst.CSTNode) -> bool:
        if node in self._changes:
            return False
        span = self._span(node)
        return any(span.start <= wanted.start and wanted.end <= span.end for wanted in self._wanted)

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> Change:  # type: ignore[override]
        return self._changes.get(original_node, updated_node)

    def _span(self, node: cst.CSTNode) -> Span:
        """Return the span of a node; that of a definition, and of a block that begins with one, begins with its decorators."""
        first = node.body[0] if isinstance(node, cst.IndentedBlock) and node.body else node
        if isinstance(first, cst.FunctionDef | cst.ClassDef) and first.decorators:
            return Span(self._spans[first.decorators[0]].start, self._spans[node].end)
        return self._spans[node]
