"""Convert statements; `Conversion` converts a module."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import libcst as cst

from graphlint.source import newer_nodes
from graphlint.source.libcst_tree.expressions import BINARY, DELETE, STORE, identifier, identifiers
from graphlint.source.libcst_tree.patterns import PatternConversion
from graphlint.source.libcst_tree.positions import Extent

Statement = cst.BaseStatement | cst.BaseSmallStatement


class Conversion(PatternConversion):
    """Converts statements. Each method is named after the class of libcst that it converts."""

    def module(self, node: cst.Module) -> ast.Module:
        return ast.Module(body=self.statements(node.body)[0], type_ignores=[])

    def statements(self, nodes: Iterable[Statement]) -> tuple[list[ast.stmt], int]:
        """Convert statements; also return where the last one ends, with its semicolon."""
        found: list[ast.stmt] = []
        end = 0
        for node in nodes:
            if isinstance(node, cst.SimpleStatementLine):
                body, end = self.statements(node.body)
                found += body
                continue
            statement, end = self.statement(node)
            found.append(statement)
        return found, end

    def statement(self, node: Statement) -> tuple[ast.stmt, int]:
        """Convert a statement; also return where it ends, with its semicolon."""
        method: Callable[[Any], tuple[ast.stmt, int] | ast.stmt] = self.method("stmt_", node)
        result = method(node)
        extent = self.inner(node)
        if isinstance(result, tuple):
            statement, end = result
            return self.place(statement, Extent(extent.start, end)), end
        if isinstance(node, cst.TypeAlias):
            # libcst counts the semicolon as part of this statement alone.
            extent = Extent(extent.start, self.outer(node.value).end)
        semicolon = isinstance(getattr(node, "semicolon", None), cst.Semicolon)
        return self.place(result, extent), self.data.index(b";", extent.end) + 1 if semicolon else extent.end

    def body(self, node: cst.BaseSuite) -> tuple[list[ast.stmt], int]:
        return self.statements(node.body)

    def otherwise(self, node: cst.Else | cst.Finally | None, end: int) -> tuple[list[ast.stmt], int]:
        """Convert an else or finally clause; without one, the end is that of what comes before."""
        return ([], end) if node is None else self.body(node.body)

    def stmt_Expr(self, node: cst.Expr) -> ast.stmt:
        return ast.Expr(value=self.expr(node.value))

    def stmt_Pass(self, node: cst.Pass) -> ast.stmt:  # noqa: ARG002
        return ast.Pass()

    def stmt_Break(self, node: cst.Break) -> ast.stmt:  # noqa: ARG002
        return ast.Break()

    def stmt_Continue(self, node: cst.Continue) -> ast.stmt:  # noqa: ARG002
        return ast.Continue()

    def stmt_Return(self, node: cst.Return) -> ast.stmt:
        return ast.Return(value=self.optional(node.value))

    def stmt_Raise(self, node: cst.Raise) -> ast.stmt:
        return ast.Raise(exc=self.optional(node.exc), cause=None if node.cause is None else self.expr(node.cause.item))

    def stmt_Assert(self, node: cst.Assert) -> ast.stmt:
        return ast.Assert(test=self.expr(node.test), msg=self.optional(node.msg))

    def stmt_Global(self, node: cst.Global) -> ast.stmt:
        return ast.Global(names=[identifier(item.name.value) for item in node.names])

    def stmt_Nonlocal(self, node: cst.Nonlocal) -> ast.stmt:
        return ast.Nonlocal(names=[identifier(item.name.value) for item in node.names])

    def stmt_Del(self, node: cst.Del) -> ast.stmt:
        target = self.expr(node.target, DELETE)
        is_list = isinstance(node.target, cst.Tuple) and not node.target.lpar
        return ast.Delete(targets=target.elts if is_list and isinstance(target, ast.Tuple) else [target])

    def stmt_Assign(self, node: cst.Assign) -> ast.stmt:
        targets = [self.expr(item.target, STORE) for item in node.targets]
        return ast.Assign(targets=targets, value=self.expr(node.value), type_comment=None)

    def stmt_AnnAssign(self, node: cst.AnnAssign) -> ast.stmt:
        target: Any = self.expr(node.target, STORE)
        simple = int(isinstance(node.target, cst.Name) and not node.target.lpar)
        annotation = self.expr(node.annotation.annotation)
        return ast.AnnAssign(target=target, annotation=annotation, value=self.optional(node.value), simple=simple)

    def stmt_AugAssign(self, node: cst.AugAssign) -> ast.stmt:
        target: Any = self.expr(node.target, STORE)
        operator = BINARY[type(node.operator).__name__.removesuffix("Assign")]()
        return ast.AugAssign(target=target, op=operator, value=self.expr(node.value))

    def stmt_Import(self, node: cst.Import | cst.LazyImport) -> ast.stmt:
        return ast.Import(names=[self.alias(item) for item in node.names])

    stmt_LazyImport = stmt_Import

    def stmt_ImportFrom(self, node: cst.ImportFrom | cst.LazyImportFrom) -> ast.stmt:
        module = None if node.module is None else identifiers(node.module)
        if isinstance(node.names, cst.ImportStar):
            names = [self.place(ast.alias(name="*", asname=None), self.inner(node.names))]
        else:
            names = [self.alias(item) for item in node.names]
        return ast.ImportFrom(module=module, names=names, level=len(node.relative))

    stmt_LazyImportFrom = stmt_ImportFrom

    def alias(self, node: cst.ImportAlias) -> ast.alias:
        name = None if node.asname is None else node.asname.name
        asname = identifier(name.value) if isinstance(name, cst.Name) else None
        return self.place(ast.alias(name=identifiers(node.name), asname=asname), self.inner(node))

    def stmt_TypeAlias(self, node: cst.TypeAlias) -> ast.stmt:
        name, value = self.expr(node.name, STORE), self.expr(node.value)
        result: ast.stmt = newer_nodes.TypeAlias(name=name, type_params=self.type_parameters(node.type_parameters), value=value)
        return result

    def type_parameters(self, node: cst.TypeParameters | None) -> list[ast.AST]:
        """Convert type parameters."""
        return [] if node is None else [self.type_parameter(item) for item in node.params]

    def type_parameter(self, node: cst.TypeParam) -> ast.AST:
        param = node.param
        extent = self.inner(param)
        fields: dict[str, object] = {"name": identifier(param.name.value)}
        if isinstance(param, cst.TypeVar):
            fields["bound"] = self.optional(param.bound)
            kind = newer_nodes.TypeVar
        else:
            kind = newer_nodes.ParamSpec if isinstance(param, cst.ParamSpec) else newer_nodes.TypeVarTuple
        if node.default is not None:
            default = self.expr(node.default)
            end = self.outer(node.default).end
            if node.star:
                start = self.inner(node.whitespace_after_star).start - 1
                default = self.place(ast.Starred(value=default, ctx=ast.Load()), Extent(start, end))
            extent = Extent(extent.start, end)
        else:
            default = None
        if "default_value" in kind._fields:
            fields["default_value"] = default
        made: ast.AST = kind(**fields)
        return self.place(made, extent)

    def stmt_If(self, node: cst.If) -> tuple[ast.stmt, int]:
        test = self.expr(node.test)
        body, end = self.body(node.body)
        if isinstance(node.orelse, cst.If):
            nested, end = self.statement(node.orelse)
            return ast.If(test=test, body=body, orelse=[nested]), end
        orelse, end = self.otherwise(node.orelse, end)
        return ast.If(test=test, body=body, orelse=orelse), end

    def stmt_While(self, node: cst.While) -> tuple[ast.stmt, int]:
        test = self.expr(node.test)
        body, end = self.body(node.body)
        orelse, end = self.otherwise(node.orelse, end)
        return ast.While(test=test, body=body, orelse=orelse), end

    def stmt_For(self, node: cst.For) -> tuple[ast.stmt, int]:
        target, iterable = self.expr(node.target, STORE), self.expr(node.iter)
        body, end = self.body(node.body)
        orelse, end = self.otherwise(node.orelse, end)
        kind = ast.For if node.asynchronous is None else ast.AsyncFor
        return kind(target=target, iter=iterable, body=body, orelse=orelse, type_comment=None), end

    def stmt_With(self, node: cst.With) -> tuple[ast.stmt, int]:
        items = [ast.withitem(context_expr=self.expr(item.item), optional_vars=self.as_target(item.asname)) for item in node.items]
        body, end = self.body(node.body)
        kind = ast.With if node.asynchronous is None else ast.AsyncWith
        return kind(items=items, body=body, type_comment=None), end

    def as_target(self, node: cst.AsName | None) -> ast.expr | None:
        return None if node is None else self.expr(node.name, STORE)

    def stmt_Try(self, node: cst.Try | cst.TryStar) -> tuple[ast.stmt, int]:
        body, end = self.body(node.body)
        handlers: list[ast.ExceptHandler] = []
        for item in node.handlers:
            handler, end = self.handler(item)
            handlers.append(handler)
        orelse, end = self.otherwise(node.orelse, end)
        finalbody, end = self.otherwise(node.finalbody, end)
        kind = ast.Try if isinstance(node, cst.Try) else newer_nodes.TryStar
        return kind(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody), end

    stmt_TryStar = stmt_Try

    def handler(self, node: cst.ExceptHandler | cst.ExceptStarHandler) -> tuple[ast.ExceptHandler, int]:
        caught = self.optional(node.type)
        name = identifier(node.name.name.value) if node.name is not None and isinstance(node.name.name, cst.Name) else None
        body, end = self.body(node.body)
        return self.place(ast.ExceptHandler(type=caught, name=name, body=body), Extent(self.inner(node).start, end)), end

    def stmt_Match(self, node: cst.Match) -> tuple[ast.stmt, int]:
        subject, cases, end = self.expr(node.subject), [], 0
        for item in node.cases:
            pattern, guard = self.pattern(item.pattern), self.optional(item.guard)
            body, end = self.body(item.body)
            cases.append(ast.match_case(pattern=pattern, guard=guard, body=body))
        return ast.Match(subject=subject, cases=cases), end

    def stmt_FunctionDef(self, node: cst.FunctionDef) -> tuple[ast.stmt, int]:
        decorators, parameters = self.decorators(node.decorators), self.parameters(node.params)
        returns = None if node.returns is None else self.expr(node.returns.annotation)
        body, end = self.body(node.body)
        kind = ast.FunctionDef if node.asynchronous is None else ast.AsyncFunctionDef
        made = kind(
            name=identifier(node.name.value), args=parameters, body=body, decorator_list=decorators, returns=returns, type_comment=None
        )
        self.set_type_parameters(made, node.type_parameters)
        return made, end

    def stmt_ClassDef(self, node: cst.ClassDef) -> tuple[ast.stmt, int]:
        decorators = self.decorators(node.decorators)
        bases, keywords = self.arguments([*node.bases, *node.keywords])
        body, end = self.body(node.body)
        made = ast.ClassDef(name=identifier(node.name.value), bases=bases, keywords=keywords, body=body, decorator_list=decorators)
        self.set_type_parameters(made, node.type_parameters)
        return made, end

    def decorators(self, nodes: Sequence[cst.Decorator]) -> list[ast.expr]:
        return [self.expr(item.decorator) for item in nodes]

    def set_type_parameters(self, made: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, node: cst.TypeParameters | None) -> None:
        """Set the type parameters of a definition, which `ast` has from Python 3.12 on."""
        vars(made)["type_params"] = self.type_parameters(node)
