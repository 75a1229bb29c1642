"""Convert expressions."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from graphlint.source.libcst_tree.positions import Extent
from graphlint.source.libcst_tree.strings import StringConversion

LOAD, STORE, DELETE = ast.Load(), ast.Store(), ast.Del()
CONSTANTS = {"True": True, "False": False, "None": None}
BOOLEAN = {cst.And: ast.And, cst.Or: ast.Or}
UNARY = {cst.Not: ast.Not, cst.Minus: ast.USub, cst.Plus: ast.UAdd, cst.BitInvert: ast.Invert}
BINARY: dict[str, type[ast.operator]] = {
    "Add": ast.Add,
    "Subtract": ast.Sub,
    "Multiply": ast.Mult,
    "Divide": ast.Div,
    "FloorDivide": ast.FloorDiv,
    "Modulo": ast.Mod,
    "Power": ast.Pow,
    "MatrixMultiply": ast.MatMult,
    "LeftShift": ast.LShift,
    "RightShift": ast.RShift,
    "BitAnd": ast.BitAnd,
    "BitOr": ast.BitOr,
    "BitXor": ast.BitXor,
}
COMPARISONS: dict[str, type[ast.cmpop]] = {
    "Equal": ast.Eq,
    "NotEqual": ast.NotEq,
    "LessThan": ast.Lt,
    "LessThanEqual": ast.LtE,
    "GreaterThan": ast.Gt,
    "GreaterThanEqual": ast.GtE,
    "Is": ast.Is,
    "IsNot": ast.IsNot,
    "In": ast.In,
    "NotIn": ast.NotIn,
}


def identifier(name: str) -> str:
    """The name that Python stores for an identifier (PEP 3131)."""
    return name if name.isascii() else unicodedata.normalize("NFKC", name)


def identifiers(node: cst.BaseExpression) -> str:
    """The dotted name of a module."""
    if isinstance(node, cst.Attribute):
        return f"{identifiers(node.value)}.{identifier(node.attr.value)}"
    assert isinstance(node, cst.Name)
    return identifier(node.value)


class UnknownSyntax(Exception):
    """A node of libcst that is not converted."""


class ExpressionConversion(StringConversion):
    """Converts expressions. Each method is named after the class of libcst that it converts."""

    def expr(self, node: cst.BaseExpression, ctx: ast.expr_context | None = None) -> ast.expr:
        """Convert an expression.

        Args:
            node: the expression.
            ctx: how it is used, `LOAD` by default.
        """
        method: Callable[..., ast.expr] = self.method("expr_", node)
        return method(node) if ctx is None else method(node, ctx)

    def method(self, prefix: str, node: cst.CSTNode) -> Callable[..., Any]:
        """The method that converts a node.

        Raises:
            UnknownSyntax: if there is none, because libcst is newer.
        """
        method: Callable[..., Any] | None = getattr(self, prefix + type(node).__name__, None)
        if method is None:
            raise UnknownSyntax(type(node).__name__)
        return method

    def optional(self, node: cst.BaseExpression | None) -> ast.expr | None:
        return None if node is None else self.expr(node)

    def expr_Name(self, node: cst.Name, ctx: ast.expr_context = LOAD) -> ast.expr:
        if node.value in CONSTANTS:
            return self.place(ast.Constant(value=CONSTANTS[node.value], kind=None), self.inner(node))
        return self.place(ast.Name(id=identifier(node.value), ctx=ctx), self.inner(node))

    def expr_Integer(self, node: cst.Integer) -> ast.expr:
        return self.constant(node, int(node.value, 0))

    def expr_Float(self, node: cst.Float) -> ast.expr:
        return self.constant(node, float(node.value.replace("_", "")))

    def expr_Imaginary(self, node: cst.Imaginary) -> ast.expr:
        return self.constant(node, complex(0, float(node.value[:-1].replace("_", ""))))

    def expr_Ellipsis(self, node: cst.Ellipsis) -> ast.expr:
        return self.constant(node, ...)

    def constant(self, node: cst.BaseExpression, value: Any) -> ast.expr:
        return self.place(ast.Constant(value=value, kind=None), self.inner(node))

    def expr_SimpleString(self, node: cst.BaseString) -> ast.expr:
        return self.string(node)

    expr_FormattedString = expr_TemplatedString = expr_ConcatenatedString = expr_SimpleString

    def expr_Attribute(self, node: cst.Attribute, ctx: ast.expr_context = LOAD) -> ast.expr:
        return self.place(ast.Attribute(value=self.expr(node.value), attr=identifier(node.attr.value), ctx=ctx), self.inner(node))

    def expr_Subscript(self, node: cst.Subscript, ctx: ast.expr_context = LOAD) -> ast.expr:
        value = self.expr(node.value)
        items = [self.subscript(item.slice) for item in node.slice]
        key, extent = items[0]
        comma = node.slice[-1].comma
        if len(items) > 1 or isinstance(comma, cst.Comma) or isinstance(key, ast.Starred):
            extent = Extent(extent.start, self.end_of_comma(comma, items[-1][1].end))
            key = self.place(ast.Tuple(elts=[item for item, _ in items], ctx=LOAD), extent)
        return self.place(ast.Subscript(value=value, slice=key, ctx=ctx), self.inner(node))

    def subscript(self, node: cst.BaseSlice) -> tuple[ast.expr, Extent]:
        """Convert one item of a subscript; also return its extent, with parentheses and without the whitespace that follows a colon."""
        if isinstance(node, cst.Index):
            value, extent = self.expr(node.value), self.outer(node.value)
            if node.star is None:
                return value, extent
            extent = Extent(self.inner(node).start, extent.end)
            return self.place(ast.Starred(value=value, ctx=LOAD), extent), extent
        assert isinstance(node, cst.Slice)
        lower, upper, step = map(self.optional, (node.lower, node.upper, node.step))
        first = self.inner(node.first_colon.whitespace_before).end
        start, end = first if node.lower is None else self.outer(node.lower).start, first + 1
        if node.step is not None:
            end = self.outer(node.step).end
        elif isinstance(node.second_colon, cst.Colon):
            end = self.inner(node.second_colon.whitespace_before).end + 1
        elif node.upper is not None:
            end = self.outer(node.upper).end
        return self.place(ast.Slice(lower=lower, upper=upper, step=step), Extent(start, end)), Extent(start, end)

    def expr_Call(self, node: cst.Call) -> ast.expr:
        function = self.expr(node.func)
        arguments, keywords = self.arguments(node.args)
        extent = self.inner(node)
        if len(node.args) == 1 and isinstance(generator := node.args[0].value, cst.GeneratorExp) and not generator.lpar:
            # The call's parentheses are the generator expression's.
            self.place(arguments[0], Extent(self.inner(node.whitespace_before_args).start - 1, extent.end))
        return self.place(ast.Call(func=function, args=arguments, keywords=keywords), extent)

    def arguments(self, nodes: Sequence[cst.Arg]) -> tuple[list[ast.expr], list[ast.keyword]]:
        """Convert the arguments of a call or a class."""
        arguments: list[ast.expr] = []
        keywords: list[ast.keyword] = []
        for node in nodes:
            value = self.expr(node.value)
            start, end = self.inner(node).start, self.outer(node.value).end
            if node.keyword is not None:
                keywords.append(self.place(ast.keyword(arg=identifier(node.keyword.value), value=value), Extent(start, end)))
            elif node.star == "**":
                keywords.append(self.place(ast.keyword(arg=None, value=value), Extent(start, end)))
            elif node.star == "*":
                arguments.append(self.place(ast.Starred(value=value, ctx=LOAD), Extent(start, end)))
            else:
                arguments.append(value)
        return arguments, keywords

    def expr_BinaryOperation(self, node: cst.BinaryOperation) -> ast.expr:
        operator = BINARY[type(node.operator).__name__]()
        return self.place(ast.BinOp(left=self.expr(node.left), op=operator, right=self.expr(node.right)), self.inner(node))

    def expr_UnaryOperation(self, node: cst.UnaryOperation) -> ast.expr:
        return self.place(ast.UnaryOp(op=UNARY[type(node.operator)](), operand=self.expr(node.expression)), self.inner(node))

    def expr_BooleanOperation(self, node: cst.BooleanOperation) -> ast.expr:
        """Convert a chain of the same operator to one node. libcst nests it to the left or to the right."""
        operator = type(node.operator)
        values: list[ast.expr] = []

        def add(item: cst.BaseExpression) -> None:
            if isinstance(item, cst.BooleanOperation) and type(item.operator) is operator and not item.lpar:
                add(item.left)
                add(item.right)
            else:
                values.append(self.expr(item))

        add(node.left)
        add(node.right)
        return self.place(ast.BoolOp(op=BOOLEAN[operator](), values=values), self.inner(node))

    def expr_Comparison(self, node: cst.Comparison) -> ast.expr:
        operators = [COMPARISONS[type(item.operator).__name__]() for item in node.comparisons]
        left, comparators = self.expr(node.left), [self.expr(item.comparator) for item in node.comparisons]
        return self.place(ast.Compare(left=left, ops=operators, comparators=comparators), self.inner(node))

    def expr_IfExp(self, node: cst.IfExp) -> ast.expr:
        test, body, orelse = self.expr(node.test), self.expr(node.body), self.expr(node.orelse)
        return self.place(ast.IfExp(test=test, body=body, orelse=orelse), self.inner(node))

    def expr_NamedExpr(self, node: cst.NamedExpr) -> ast.expr:
        target = self.expr(node.target, STORE)
        assert isinstance(target, ast.Name)
        return self.place(ast.NamedExpr(target=target, value=self.expr(node.value)), self.inner(node))

    def expr_Await(self, node: cst.Await) -> ast.expr:
        return self.place(ast.Await(value=self.expr(node.expression)), self.inner(node))

    def expr_Yield(self, node: cst.Yield) -> ast.expr:
        if isinstance(node.value, cst.From):
            return self.place(ast.YieldFrom(value=self.expr(node.value.item)), self.inner(node))
        return self.place(ast.Yield(value=self.optional(node.value)), self.inner(node))

    def expr_Lambda(self, node: cst.Lambda) -> ast.expr:
        return self.place(ast.Lambda(args=self.parameters(node.params), body=self.expr(node.body)), self.inner(node))

    def parameters(self, node: cst.Parameters) -> ast.arguments:
        """Convert the parameters of a function."""
        positional = [*node.posonly_params, *node.params]
        star = node.star_arg
        return ast.arguments(
            posonlyargs=[self.parameter(item) for item in node.posonly_params],
            args=[self.parameter(item) for item in node.params],
            vararg=self.parameter(star) if isinstance(star, cst.Param) else None,
            kwonlyargs=[self.parameter(item) for item in node.kwonly_params],
            kw_defaults=[self.optional(item.default) for item in node.kwonly_params],
            kwarg=None if node.star_kwarg is None else self.parameter(node.star_kwarg),
            defaults=[self.expr(item.default) for item in positional if item.default is not None],
        )

    def parameter(self, node: cst.Param) -> ast.arg:
        extent = self.inner(node.name)
        annotation = None
        if node.annotation is not None:
            annotation = self.expr(node.annotation.annotation)
            extent = Extent(extent.start, self.outer(node.annotation.annotation).end)
        return self.place(ast.arg(arg=identifier(node.name.value), annotation=annotation, type_comment=None), extent)

    def elements(self, nodes: Sequence[cst.BaseElement], ctx: ast.expr_context) -> list[ast.expr]:
        """Convert the elements of a tuple, list or set."""
        return [self.element(item, ctx) for item in nodes]

    def element(self, node: cst.BaseElement, ctx: ast.expr_context) -> ast.expr:
        if isinstance(node, cst.StarredElement):
            return self.expr_StarredElement(node, ctx)
        return self.in_context(node.value, ctx)

    def in_context(self, node: cst.BaseExpression, ctx: ast.expr_context) -> ast.expr:
        """Convert an expression that is read, or a target."""
        return self.expr(node) if ctx is LOAD else self.expr(node, ctx)

    def expr_StarredElement(self, node: cst.StarredElement, ctx: ast.expr_context = LOAD) -> ast.expr:
        value = self.in_context(node.value, ctx)
        return self.place(ast.Starred(value=value, ctx=ctx), Extent(self.inner(node).start, self.outer(node.value).end))

    def expr_Tuple(self, node: cst.Tuple, ctx: ast.expr_context = LOAD) -> ast.expr:
        elements = self.elements(node.elements, ctx)
        inner = self.inner(node)
        if node.elements and not node.lpar:
            last = node.elements[-1]
            inner = Extent(inner.start, self.end_of_comma(last.comma, self.outer(last.value).end))
        return self.place(ast.Tuple(elts=elements, ctx=ctx), self.with_parentheses(node, inner))

    def expr_List(self, node: cst.List, ctx: ast.expr_context = LOAD) -> ast.expr:
        return self.place(ast.List(elts=self.elements(node.elements, ctx), ctx=ctx), self.inner(node))

    def expr_Set(self, node: cst.Set) -> ast.expr:
        return self.place(ast.Set(elts=self.elements(node.elements, LOAD)), self.inner(node))

    def expr_Dict(self, node: cst.Dict) -> ast.expr:
        keys = [self.expr(item.key) if isinstance(item, cst.DictElement) else None for item in node.elements]
        return self.place(ast.Dict(keys=keys, values=[self.expr(item.value) for item in node.elements]), self.inner(node))

    def expr_ListComp(self, node: cst.ListComp) -> ast.expr:
        return self.place(ast.ListComp(elt=self.expr(node.elt), generators=self.generators(node.for_in)), self.inner(node))

    def expr_SetComp(self, node: cst.SetComp) -> ast.expr:
        return self.place(ast.SetComp(elt=self.expr(node.elt), generators=self.generators(node.for_in)), self.inner(node))

    def expr_GeneratorExp(self, node: cst.GeneratorExp) -> ast.expr:
        extent = self.with_parentheses(node, self.inner(node))
        return self.place(ast.GeneratorExp(elt=self.expr(node.elt), generators=self.generators(node.for_in)), extent)

    def expr_DictComp(self, node: cst.DictComp) -> ast.expr:
        key, value = self.expr(node.key), self.expr(node.value)
        return self.place(ast.DictComp(key=key, value=value, generators=self.generators(node.for_in)), self.inner(node))

    def expr_StarredDictComp(self, node: cst.StarredDictComp) -> ast.expr:
        """Convert `{**value for ...}` (Python 3.15) to `{**[value for ...]}`: both read the same expressions."""
        extent = self.inner(node)
        values = self.place(ast.ListComp(elt=self.expr(node.value), generators=self.generators(node.for_in)), extent)
        return self.place(ast.Dict(keys=[None], values=[values]), extent)

    def generators(self, node: cst.CompFor | None) -> list[ast.comprehension]:
        """Convert the `for` clauses of a comprehension."""
        found: list[ast.comprehension] = []
        while node is not None:
            target, iterable = self.expr(node.target, STORE), self.expr(node.iter)
            conditions = [self.expr(item.test) for item in node.ifs]
            found.append(ast.comprehension(target=target, iter=iterable, ifs=conditions, is_async=int(node.asynchronous is not None)))
            node = node.inner_for_in
        return found
