"""Lower expressions: calls, operators and attribute reads become instructions in Python's order of evaluation."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from graphlint.common.tables import holds_data
from graphlint.ir.annotations import parse_annotation
from graphlint.ir.instructions import (
    Argument,
    Branch,
    Build,
    BuildKind,
    Call,
    Connect,
    FunctionCode,
    Guard,
    Instruction,
    Literal,
    LoadAttribute,
    LoadItem,
    MakeFunction,
    Operand,
    Operate,
    Parameter,
    StoreAttribute,
    StoreItem,
    StoreName,
    Unpack,
    Yield,
)
from graphlint.ir.span import Span, span
from graphlint.ir.words import words_of

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.MatMult: "@",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.USub: "-", ast.UAdd: "+", ast.Invert: "~",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip

NONE = Literal(None)
UNKNOWN = Literal(Ellipsis)


def _is_formatted(node: ast.FormattedValue) -> bool:
    """Return True if a value in an f-string is formatted other than by `str`."""
    return node.conversion != -1 or node.format_spec is not None


class ExpressionLowering:
    """Lowers the expressions of one function. Subclasses lower comprehensions and statements."""

    def __init__(self, code: FunctionCode) -> None:
        self.code = code
        self.output: list[Instruction] = []
        self.temporaries = 0
        self.renamed: list[dict[str, str]] = []
        self.comprehensions = 0
        self.tested: set[str] = set()
        self.compared_with_none: set[str] = set()

    def temporary(self) -> int:
        self.temporaries += 1
        return self.temporaries

    def block(self, lower: Callable[[], None]) -> tuple[Instruction, ...]:
        """Return the instructions that `lower` emits as a separate block."""
        outer, self.output = self.output, []
        lower()
        inner, self.output = self.output, outer
        return tuple(inner)

    def name(self, identifier: str) -> str:
        """Return the name under which an identifier is stored; comprehension variables are renamed."""
        for mapping in reversed(self.renamed):
            if identifier in mapping:
                return mapping[identifier]
        return identifier

    def operand(self, node: ast.expr) -> Operand:
        """Emit the computation of an expression, and return the operand with its value."""
        if isinstance(node, ast.Name):
            return self.name(node.id)
        if isinstance(node, ast.Constant):
            return Literal(node.value)
        method = getattr(self, "expr_" + type(node).__name__, None)
        result: Operand = UNKNOWN if method is None else method(node)
        return result

    def expr_Attribute(self, node: ast.Attribute) -> Operand:
        value = self.operand(node.value)
        target = self.temporary()
        self.output.append(LoadAttribute(span(node), target, value, node.attr))
        return target

    def expr_Subscript(self, node: ast.Subscript) -> Operand:
        value, key = self.operand(node.value), self.operand(node.slice)
        target = self.temporary()
        self.output.append(LoadItem(span(node), target, value, key))
        return target

    def expr_Slice(self, node: ast.Slice) -> Operand:
        parts = tuple(NONE if part is None else self.operand(part) for part in (node.lower, node.upper, node.step))
        return self.build("slice", parts, span(node))

    def expr_Starred(self, node: ast.Starred) -> Operand:
        return self.operand(node.value)

    def expr_Call(self, node: ast.Call) -> Operand:
        method: str | None = None
        if isinstance(node.func, ast.Attribute):
            function, method = self.operand(node.func.value), node.func.attr
        else:
            function = self.operand(node.func)
        arguments = [
            Argument(self.operand(item.value), None, 1) if isinstance(item, ast.Starred) else Argument(self.operand(item))
            for item in node.args
        ]
        arguments += [Argument(self.operand(item.value), item.arg, 0 if item.arg else 2) for item in node.keywords]
        target = self.temporary()
        self.output.append(Call(span(node), target, function, method, tuple(arguments)))
        return target

    def expr_BinOp(self, node: ast.BinOp) -> Operand:
        chain: list[ast.BinOp] = [node]
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
        left = self.operand(chain[-1].left)
        for item in reversed(chain):
            right = self.operand(item.right)
            if isinstance(left, Literal) and isinstance(right, Literal) and not (_is_plain(left) and _is_plain(right)):
                left = UNKNOWN
                continue
            target = self.temporary()
            self.output.append(Operate(span(item), target, OPERATORS[type(item.op)], left, right))
            left = target
        return left

    def expr_UnaryOp(self, node: ast.UnaryOp) -> Operand:
        value = self.operand(node.operand)
        target = self.temporary()
        if isinstance(node.op, ast.Not):
            self.output.append(Connect(span(node), target, "not", (value,)))
        elif isinstance(value, Literal) and isinstance(node.op, ast.USub) and isinstance(value.value, (int, float)):
            return Literal(-value.value)
        else:
            self.output.append(Operate(span(node), target, OPERATORS[type(node.op)], value, None))
        return target

    def expr_BoolOp(self, node: ast.BoolOp) -> Operand:
        values: list[Operand] = []
        for value in node.values:
            first = len(self.output)
            operand = self.operand(value)
            if values and first < len(self.output):
                guard = Guard(tuple(values), isinstance(node.op, ast.Or))
                for instruction in self.output[first:]:
                    instruction.guards += (guard,)
            values.append(operand)
        target = self.temporary()
        self.output.append(Connect(span(node), target, "or" if isinstance(node.op, ast.Or) else "and", tuple(values)))
        return target

    def expr_Compare(self, node: ast.Compare) -> Operand:
        if isinstance(node.left, ast.Name) and isinstance(last := node.comparators[-1], ast.Constant) and last.value is None:
            self.compared_with_none.add(node.left.id)
        left = self.operand(node.left)
        results: list[Operand] = []
        for operator, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.operand(comparator)
            target = self.temporary()
            self.output.append(Operate(span(node), target, OPERATORS[type(operator)], left, right))
            results.append(target)
            left = right
        if len(results) == 1:
            return results[0]
        target = self.temporary()
        self.output.append(Connect(span(node), target, "and", tuple(results)))
        return target

    def expr_IfExp(self, node: ast.IfExp) -> Operand:
        condition = self.condition(node.test)
        target = self.temporary()
        at = span(node)

        def side(value: ast.expr) -> Callable[[], None]:
            return lambda: self.output.append(StoreName(at, target, self.operand(value)))

        then, otherwise = self.block(side(node.body)), self.block(side(node.orelse))
        self.output.append(Branch(at, condition, then, otherwise, (), target))
        return target

    def condition(self, node: ast.expr) -> Operand:
        """Lower a condition, and record the names that it tests."""
        self.tested.update(words_of(node))
        return self.operand(node)

    def expr_NamedExpr(self, node: ast.NamedExpr) -> Operand:
        value = self.operand(node.value)
        self.output.append(StoreName(span(node), self.name(node.target.id), value))
        return self.name(node.target.id)

    def build(
        self, kind: BuildKind, values: Iterable[Operand], at: Span,
        keys: tuple[Operand | None, ...] = (), starred: frozenset[int] = frozenset(),
    ) -> int:  # fmt: skip
        target = self.temporary()
        self.output.append(Build(at, target, kind, tuple(values), keys, starred))
        return target

    def sequence(self, node: ast.Tuple | ast.List | ast.Set, kind: BuildKind) -> Operand:
        """Lower a tuple, list or set display. A table becomes an unknown value."""
        if holds_data(node.elts):
            return UNKNOWN
        starred = frozenset(index for index, item in enumerate(node.elts) if isinstance(item, ast.Starred))
        return self.build(kind, [self.operand(item) for item in node.elts], span(node), (), starred)

    def expr_Tuple(self, node: ast.Tuple) -> Operand:
        return self.sequence(node, "tuple")

    def expr_List(self, node: ast.List) -> Operand:
        return self.sequence(node, "list")

    def expr_Set(self, node: ast.Set) -> Operand:
        return self.sequence(node, "set")

    def expr_Dict(self, node: ast.Dict) -> Operand:
        if holds_data(node.values):
            return UNKNOWN
        keys = tuple(None if key is None else self.operand(key) for key in node.keys)
        return self.build("dict", [self.operand(value) for value in node.values], span(node), keys)

    def expr_JoinedStr(self, node: ast.JoinedStr) -> Operand:
        parts = [item.value if isinstance(item, ast.FormattedValue) else item for item in node.values]
        formatted = (index for index, item in enumerate(node.values) if isinstance(item, ast.FormattedValue) and _is_formatted(item))
        return self.build("text", [self.operand(item) for item in parts], span(node), (), frozenset(formatted))

    def expr_TemplateStr(self, node: Any) -> Operand:
        """Lower a template string (Python 3.14) as a call of an unknown function: the template holds the values of its fields."""
        fields = [item.value for item in node.values if not isinstance(item, ast.Constant)]
        arguments = tuple(Argument(self.operand(item)) for item in fields)
        target = self.temporary()
        self.output.append(Call(span(node), target, UNKNOWN, None, arguments))
        return target

    def expr_Await(self, node: ast.Await) -> Operand:
        return self.operand(node.value)

    def expr_Yield(self, node: ast.Yield) -> Operand:
        value = NONE if node.value is None else self.operand(node.value)
        target = self.temporary()
        self.output.append(Yield(span(node), target, value))
        return target

    def expr_YieldFrom(self, node: ast.YieldFrom) -> Operand:
        value = self.operand(node.value)
        target = self.temporary()
        self.output.append(Yield(span(node), target, value, delegates=True))
        return target

    def expr_Lambda(self, node: ast.Lambda) -> Operand:
        return self.function(node, "<lambda>", node.args, span(node), ())

    def function(
        self, node: ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef, name: str, arguments: ast.arguments, at: Span,
        decorators: tuple[tuple[Operand, str], ...],
    ) -> int:  # fmt: skip
        """Emit the creation of a function; its body is lowered on first entry."""
        parameters: list[Parameter] = []
        positional = [*arguments.posonlyargs, *arguments.args]
        parameters += [Parameter(item.arg, "", parse_annotation(item.annotation)) for item in positional]
        if arguments.vararg is not None:
            parameters.append(Parameter(arguments.vararg.arg, "*", None))
        parameters += [Parameter(item.arg, "", parse_annotation(item.annotation), True) for item in arguments.kwonlyargs]
        if arguments.kwarg is not None:
            parameters.append(Parameter(arguments.kwarg.arg, "**", None))
        defaults: list[tuple[str, Operand]] = [
            (item.arg, self.operand(value))
            for item, value in zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True)
        ]
        defaults += [
            (item.arg, self.operand(value))
            for item, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if value is not None
        ]
        owner = self.code.name if isinstance(self.code.definition, ast.ClassDef) else self.code.owner
        code = FunctionCode(name, self.code.path, at, tuple(parameters), node, self.code.lower, owner)
        if not isinstance(node, ast.Lambda):
            code.returns = parse_annotation(node.returns)
        self.code.children.append(code)
        target = self.temporary()
        self.output.append(MakeFunction(at, target, code, tuple(defaults), decorators))
        return target

    def store(self, target: ast.expr, value: Operand, at: Span) -> None:
        """Assign a value to a target of any form."""
        if isinstance(target, ast.Name):
            self.output.append(StoreName(at, self.name(target.id), value))
        elif isinstance(target, ast.Attribute):
            self.output.append(StoreAttribute(at, self.operand(target.value), target.attr, value))
        elif isinstance(target, ast.Subscript):
            holder = self.operand(target.value)
            self.output.append(StoreItem(at, holder, self.operand(target.slice), value))
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = tuple(self.temporary() for _ in target.elts)
            star = next((index for index, item in enumerate(target.elts) if isinstance(item, ast.Starred)), -1)
            self.output.append(Unpack(at, parts, value, star))
            for item, part in zip(target.elts, parts, strict=True):
                self.store(item.value if isinstance(item, ast.Starred) else item, part, at)


def _is_plain(literal: Literal) -> bool:
    """Return True if arithmetic on a literal is exact and cheap (small numbers only)."""
    return isinstance(literal.value, (int, float)) and abs(literal.value) < 1e9
