"""Lower statements; `lower_module` is the entry point of the package."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any

from graphlint.common.timing import Phase, Stopwatch
from graphlint.ir.annotations import parse_annotation
from graphlint.ir.discarded_results import discarded_method
from graphlint.ir.expressions import NONE, OPERATORS, UNKNOWN
from graphlint.ir.instructions import (
    BindFree,
    Block,
    Branch,
    Call,
    Connect,
    DeleteItem,
    DeleteName,
    Discard,
    Drop,
    FieldDeclaration,
    FunctionCode,
    Handler,
    Import,
    Leave,
    Literal,
    LoadAttribute,
    LoadItem,
    Loop,
    MakeClass,
    NotShown,
    Operand,
    Operate,
    StoreAttribute,
    StoreItem,
    StoreName,
    Try,
    With,
)
from graphlint.ir.match_patterns import PatternLowering, captures
from graphlint.ir.names import dotted
from graphlint.ir.process_exits import is_exit
from graphlint.ir.span import Span, span
from graphlint.ir.words import words_of, words_of_condition

MANY_TEMPORARIES = 200


class StatementLowering(PatternLowering):
    """Lowers the body of one function. The end of the process in its `last` statement is one of the function, too."""

    def __init__(self, code: FunctionCode) -> None:
        super().__init__(code)
        self.last: ast.stmt | None = None
        self.global_names: set[str] = set()
        self.nonlocal_names: set[str] = set()
        self.has_gaps = False

    def statements(self, body: Iterable[ast.stmt]) -> None:
        """Lower a list of statements, and discard their temporaries if there are many: the cost of copying and comparing states must not
        grow with the length of a literal table."""
        first = self.temporaries
        for node in body:
            method = getattr(self, "stmt_" + type(node).__name__, None)
            if method is not None:
                method(node)
            if self.temporaries - first > MANY_TEMPORARIES:
                self.output.append(Discard(span(node), range(first + 1, self.temporaries + 1)))
                first = self.temporaries

    def body(self, body: Iterable[ast.stmt]) -> Block:
        """Lower a list of statements as a separate block."""
        return self.block(lambda: self.statements(body))

    def stmt_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            value = self.operand(node.value)
            read = self.output[-1] if self.output and isinstance(node.value, ast.Attribute) else None
            attribute, receiver = (read.name, read.value) if isinstance(read, LoadAttribute) else ("", None)
            last = self.output[-1] if self.output and isinstance(node.value, ast.Call) else None
            if isinstance(last, Call) and last.method is not None:
                receiver = last.function
            self.output.append(Drop(span(node), value, discarded_method(node.value), attribute, receiver))
            if is_exit(node) and node is not self.last:
                self.output.append(Leave(span(node), "raise"))

    def stmt_Assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1 and self.pairwise(node.targets[0], node.value):
            return
        value = self.operand(node.value)
        for target in node.targets:
            self.store(target, value, span(node))

    def pairwise(self, target: ast.expr, value: ast.expr) -> bool:
        """Lower `a, b = x, y` without a tuple, if possible: first the right side, then the targets. Return True if done."""
        if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)):
            return False
        if any(isinstance(item, ast.Starred) for item in (*target.elts, *value.elts)):
            return False
        parts: list[Operand] = []
        for item in value.elts:
            part = self.temporary()
            self.output.append(StoreName(span(item), part, self.operand(item)))
            parts.append(part)
        for item, operand in zip(target.elts, parts, strict=True):
            self.store(item, operand, span(target))
        return True

    def stmt_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            value = self.operand(node.value)
            self.store(node.target, value, span(node))

    def stmt_TypeAlias(self, node: Any) -> None:
        """Lower a `type` statement (Python 3.12). Its value is computed when it is asked for."""
        self.store(node.name, UNKNOWN, span(node))

    def stmt_AugAssign(self, node: ast.AugAssign) -> None:
        at, operator, target = span(node), OPERATORS[type(node.op)], node.target
        result = self.temporary()
        if isinstance(target, ast.Name):
            name = self.name(target.id)
            right = self.operand(node.value)
            self.output.append(Operate(at, result, operator, name, right, inplace=True))
            self.output.append(StoreName(at, name, result))
        elif isinstance(target, ast.Attribute):
            holder, current = self.operand(target.value), self.temporary()
            self.output.append(LoadAttribute(span(target), current, holder, target.attr))
            right = self.operand(node.value)
            self.output.append(Operate(at, result, operator, current, right, inplace=True))
            self.output.append(StoreAttribute(at, holder, target.attr, result))
        elif isinstance(target, ast.Subscript):
            holder, key, current = self.operand(target.value), self.operand(target.slice), self.temporary()
            self.output.append(LoadItem(span(target), current, holder, key))
            right = self.operand(node.value)
            self.output.append(Operate(at, result, operator, current, right, inplace=True))
            self.output.append(StoreItem(at, holder, key, result))

    def stmt_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.output.append(DeleteName(span(node), self.name(target.id)))
            elif isinstance(target, ast.Attribute):
                self.output.append(DeleteItem(span(node), self.operand(target.value), Literal(target.attr), True))
            elif isinstance(target, ast.Subscript):
                self.output.append(DeleteItem(span(node), self.operand(target.value), self.operand(target.slice)))

    def stmt_FreeNames(self, node: Any) -> None:
        """Lower the free names of a snippet."""
        self.output.append(BindFree(span(node), node.names, node.leaves))

    def stmt_NotShown(self, node: Any) -> None:
        """Lower a part of a snippet that is not shown; at the end of a function, it may return a value."""
        target, at = self.temporary(), span(node)
        self.has_gaps = True
        self.output.append(NotShown(at, target, node.names))
        if node is self.last and isinstance(self.code.definition, ast.FunctionDef | ast.AsyncFunctionDef):
            self.output.append(Leave(at, "return", target))

    def stmt_Return(self, node: ast.Return) -> None:
        value = NONE if node.value is None else self.operand(node.value)
        self.output.append(Leave(span(node), "return", value))

    def stmt_Break(self, node: ast.Break) -> None:
        self.output.append(Leave(span(node), "break"))

    def stmt_Continue(self, node: ast.Continue) -> None:
        self.output.append(Leave(span(node), "continue"))

    def stmt_Raise(self, node: ast.Raise) -> None:
        value = None if node.exc is None else self.operand(node.exc)
        self.output.append(Leave(span(node), "raise", value))

    def stmt_Assert(self, node: ast.Assert) -> None:
        failing = (Leave(span(node), "raise"),)
        if isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not):
            self.output.append(Branch(span(node), self.condition(node.test.operand), failing, ()))
        else:
            self.output.append(Branch(span(node), self.condition(node.test), (), failing))

    def stmt_Global(self, node: ast.Global) -> None:
        self.global_names.update(node.names)

    def stmt_Nonlocal(self, node: ast.Nonlocal) -> None:
        self.nonlocal_names.update(node.names)

    def stmt_If(self, node: ast.If) -> None:
        condition = self.condition(node.test)
        then, otherwise = self.body(node.body), self.body(node.orelse)
        self.output.append(Branch(span(node), condition, then, otherwise, words_of_condition(node.test)))

    def stmt_For(self, node: ast.For | ast.AsyncFor) -> None:
        iterable = self.operand(node.iter)
        item = self.temporary()

        def body() -> None:
            self.store(node.target, item, span(node.target))
            self.statements(node.body)

        at, first = span(node), self.temporaries
        inner = self.block(body)
        used = range(first + 1, self.temporaries + 1)
        targets = frozenset(name.id for name in ast.walk(node.target) if isinstance(name, ast.Name))
        self.output.append(Loop(at, iterable, item, (), None, inner, self.body(node.orelse), words_of(node.iter), False, targets, used))

    stmt_AsyncFor = stmt_For

    def stmt_While(self, node: ast.While) -> None:
        conditions: list[Operand] = []
        test = self.block(lambda: conditions.append(self.condition(node.test)))
        at = span(node)
        self.output.append(
            Loop(at, None, 0, test, conditions[0], self.body(node.body), self.body(node.orelse), words_of_condition(node.test))
        )

    def stmt_With(self, node: ast.With | ast.AsyncWith) -> None:
        self.with_items(node, 0)

    stmt_AsyncWith = stmt_With

    def with_items(self, node: ast.With | ast.AsyncWith, index: int) -> None:
        """Lower each item of a with statement around those that follow."""
        if index == len(node.items):
            self.statements(node.body)
            return
        item = node.items[index]
        manager = self.operand(item.context_expr)
        target = self.temporary()

        def body() -> None:
            if item.optional_vars is not None:
                self.store(item.optional_vars, target, span(item.optional_vars))
            self.with_items(node, index + 1)

        self.output.append(With(span(item.context_expr), manager, target, self.block(body), _called_functions(item.context_expr)))

    def stmt_Try(self, node: ast.Try) -> None:
        handlers = tuple(
            Handler(_caught_types(item.type), item.name, self.body(item.body), _raises_again(item), _texts(item), _only_calls(item))
            for item in node.handlers
        )
        self.output.append(Try(span(node), self.body(node.body), handlers, self.body(node.orelse), self.body(node.finalbody)))

    stmt_TryStar = stmt_Try

    def stmt_Match(self, node: ast.Match) -> None:
        self._cases(node.cases, self.operand(node.subject), span(node))

    def _cases(self, cases: Sequence[ast.match_case], subject: Operand, at: Span) -> None:
        """Lower cases as branches, each in the other side of the one before."""
        if not cases:
            return
        case = cases[0]

        def bind(captured: Iterable[tuple[str, Operand]]) -> None:
            self.output.extend(StoreName(at, name, value) for name, value in captured)

        condition = self.pattern(case.pattern, subject, at)
        captured = tuple(captures(case.pattern, subject))
        if case.guard is not None:
            bind(captured)
            target = self.temporary()
            self.output.append(Connect(at, target, "and", (condition, self.condition(case.guard))))
            condition = target

        def then() -> None:
            bind(captured)
            self.statements(case.body)

        self.output.append(Branch(at, condition, self.block(then), self.block(lambda: self._cases(cases[1:], subject, at))))

    def stmt_Import(self, node: ast.Import) -> None:
        for item in node.names:
            if item.asname is None:
                self.output.append(Import(span(node), item.name.split(".")[0], item.name, None))
            else:
                self.output.append(Import(span(node), item.asname, item.name, ""))

    def stmt_ImportFrom(self, node: ast.ImportFrom) -> None:
        for item in node.names:
            self.output.append(Import(span(node), item.asname or item.name, node.module or "", item.name, node.level))

    def stmt_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        decorators = tuple((self.operand(item), dotted(item.func if isinstance(item, ast.Call) else item)) for item in node.decorator_list)
        target = self.function(node, node.name, node.args, span(node), decorators)
        self.output.append(StoreName(span(node), self.name(node.name), target))

    stmt_AsyncFunctionDef = stmt_FunctionDef

    def stmt_ClassDef(self, node: ast.ClassDef) -> None:
        decorators = tuple((self.operand(item), dotted(item.func if isinstance(item, ast.Call) else item)) for item in node.decorator_list)
        bases = tuple((self.operand(item), dotted(item)) for item in node.bases)
        body = FunctionCode(node.name, self.code.path, span(node), (), node, self.code.lower)
        self.code.children.append(body)
        fields = tuple(
            FieldDeclaration(item.target.id, parse_annotation(item.annotation))
            for item in node.body
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and not _is_class_variable(item.annotation)
        )
        target = self.temporary()
        self.output.append(MakeClass(span(node), target, node.name, bases, body, decorators, fields))
        self.output.append(StoreName(span(node), self.name(node.name), target))


def _is_class_variable(annotation: ast.expr) -> bool:
    """Return True for the annotation of a class attribute that is not a field: ClassVar, or the KW_ONLY marker."""
    named = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return dotted(named).rsplit(".", 1)[-1] in ("ClassVar", "KW_ONLY")


def _called_functions(node: ast.expr) -> tuple[str, ...]:
    """Return the dotted names of the functions whose calls may give an expression its value."""
    if isinstance(node, ast.IfExp):
        return (*_called_functions(node.body), *_called_functions(node.orelse))
    return (dotted(node.func),) if isinstance(node, ast.Call) else ()


def _caught_types(node: ast.expr | None) -> tuple[str, ...]:
    """Return the dotted names of the exceptions of an except clause; () for a bare one."""
    if node is None:
        return ()
    items = node.elts if isinstance(node, ast.Tuple) else [node]
    return tuple(dotted(item) or "?" for item in items)


def _raises_again(handler: ast.ExceptHandler) -> bool:
    """Return True if a statement of an except clause raises the caught exception again."""
    for node in ast.walk(handler):
        if isinstance(node, ast.Raise) and (node.exc is None or (isinstance(node.exc, ast.Name) and node.exc.id == handler.name)):
            return True
    return False


def _only_calls(handler: ast.ExceptHandler) -> bool:
    """Return True if an except clause calls functions and does nothing else, besides an empty return at its end."""
    body = handler.body[:-1] if isinstance(last := handler.body[-1], ast.Return) and last.value is None else handler.body
    return bool(body) and all(isinstance(item, ast.Expr) and isinstance(item.value, ast.Call) for item in body)


def _texts(handler: ast.ExceptHandler) -> tuple[str, ...]:
    """Return the strings that an except clause searches for, as in `if "out of memory" in str(error)`."""
    tests = (node for node in ast.walk(handler) if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)))
    return tuple(test.left.value for test in tests if isinstance(test.left, ast.Constant) and isinstance(test.left.value, str))


def _lower(code: FunctionCode) -> None:
    """Lower the body of a function on first entry."""
    lowering = StatementLowering(code)
    node = code.definition
    if isinstance(node, ast.Lambda):
        value = lowering.operand(node.body)
        lowering.output.append(Leave(code.at, "return", value))
    else:
        assert isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        lowering.last = node.body[-1] if node.body else None
        lowering.statements(node.body)
    code.block = tuple(lowering.output)
    code.global_names = frozenset(lowering.global_names)
    code.nonlocal_names = frozenset(lowering.nonlocal_names)
    code.tested = frozenset(lowering.tested)
    code.compared_with_none = frozenset(lowering.compared_with_none)
    code.has_gaps = lowering.has_gaps


def lower_statements(body: Sequence[ast.stmt], path: str, watch: Stopwatch | None = None) -> FunctionCode:
    """Lower some of a module's top-level statements, to be run in the module's scope."""
    return lower_module(ast.Module(list(body), []), path, watch)


def lower_module(tree: ast.Module, path: str, watch: Stopwatch | None = None) -> FunctionCode:
    """Lower a module's top level; its functions are lowered on first entry."""
    lower = _lower if watch is None else watch.timed(Phase.LOWER, _lower)
    code = FunctionCode("<module>", path, (1, 0, 1, 0), (), tree, lower)
    code.body()
    return code
