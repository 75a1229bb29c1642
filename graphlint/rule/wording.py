"""The names that messages use: expressions of the checked code, in backticks, as the file spells them."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from textwrap import dedent

from graphlint.autograd.events import Fault, Site
from graphlint.autograd.run import Run

LONGEST = 40
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.MatMult: "@", ast.Pow: "**", ast.FloorDiv: "//", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
STORING = frozenset(("append", "appendleft", "add", "extend", "insert", "update", "setdefault"))


def raises(fault: Fault) -> str:
    """The note on an error: PyTorch's text."""
    return f'PyTorch raises "{fault.value}"'


def module_name(name: str) -> str:
    """Return the class of a module in backticks; "the module" if it is not known."""
    return "the module" if name == "a module" else f"`{name}`"


def quoted(text: str, otherwise: str, longest: int = LONGEST) -> str:
    """A text in backticks; `otherwise` if it is empty, long, or would break the quotation."""
    fits = 0 < len(text) <= longest and text.isprintable() and "`" not in text
    return f"`{text}`" if fits else otherwise


def spelling(run: Run, site: Site, otherwise: str) -> str:
    """The code at a place, in backticks; of a long change or call what it changes or calls."""
    text = run.text(site).strip()
    match _statement(text):
        case _ if quoted(text, ""):
            return quoted(text, otherwise)
        case ast.AugAssign(target=target, op=operator):
            return quoted(f"{_source(text, target)} {OPERATORS[type(operator)]}= ...", otherwise)
        case ast.Assign(targets=[target]):
            return quoted(f"{_source(text, target)} = ...", otherwise)
        case ast.Expr(value=ast.Call(func=called)):
            return quoted(f"{_source(text, called)}()", otherwise)
    return otherwise


def callee(run: Run, site: Site, otherwise: str, suffix: str = "") -> str:
    """The function, method or module that a call calls, in backticks."""
    text = f"({run.text(site)})"
    call = _expression(text)
    return quoted(_source(text, call.func) + suffix, otherwise) if isinstance(call, ast.Call) else otherwise


def receiver(run: Run, site: Site) -> str:
    """The variable, attribute or item of which a call calls a method; empty if it is another expression."""
    text = f"({run.text(site)})"
    match _expression(text):
        case ast.Call(func=ast.Attribute(value=ast.Name() | ast.Attribute() | ast.Subscript() as value)):
            return _source(text, value)
    return ""


def argument(run: Run, site: Site, position: int, name: str) -> str:
    """The source of an argument of a call, given by position or by name; empty if it is not given so."""
    text = f"({run.text(site)})"
    call = _expression(text)
    if not isinstance(call, ast.Call):
        return ""
    before = call.args[: position + 1]
    if len(before) > position and not any(isinstance(each, ast.Starred) for each in before):
        return _source(text, before[position])
    return next((_source(text, each.value) for each in call.keywords if each.arg == name), "")


def term_of_sum(run: Run, site: Site, is_right: bool) -> str:
    """A term of a sum of two, in backticks; of a long one the function that computes it. Empty if the sum does not show it."""
    text = run.text(site).strip()
    match _statement(text):
        case ast.AugAssign(target=left, value=right) | ast.Expr(value=ast.BinOp(left=left, right=right)):
            term = right if is_right else left
            called = next((node for node in ast.walk(term) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)), None)
            return quoted(_source(text, term), quoted(f"{_source(text, called.func)}()", "") if called is not None else "")
    return ""


def element(text: str, index: int) -> str:
    """An element of a list or tuple, in backticks; the expression itself if it is neither, and empty if the element is not known."""
    display = _expression(f"({text})")
    if not isinstance(display, (ast.List, ast.Tuple)):
        return quoted(text, "")
    known = len(display.elts) > index and not any(isinstance(each, ast.Starred) for each in display.elts)
    return quoted(_source(f"({text})", display.elts[index]), "") if known else ""


def method(run: Run, site: Site, *names: str) -> str:
    """The call of a method as `opt.step()`; the first name alone where the call is of none of these names."""
    call = _expression(f"({run.text(site)})")
    known = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in names
    return callee(run, site, f"`{names[0]}()`", "()") if known else f"`{names[0]}()`"


def holder(run: Run, site: Site, name: str, otherwise: str) -> str:
    """Return, in backticks, the name that a statement binds or the container into which it stores; otherwise a given name."""
    text = run.text(site).strip()
    match _statement(text):
        case ast.AugAssign(target=target) | ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
            return quoted(_source(text, target), otherwise)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=target, attr=attribute))) if attribute in STORING:
            return quoted(_source(text, target), otherwise)
    return quoted(name if name.isidentifier() and name != "_" else "", otherwise)


def assigned(run: Run, site: Site) -> str:
    """Return the variable, attribute or slot that a statement assigns; empty if it assigns several."""
    text = run.text(site).strip()
    match _statement(text):
        case ast.AugAssign(target=target) | ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
            return "" if isinstance(target, ast.Tuple) else _source(text, target)
    return ""


def bound_name(run: Run, site: Site) -> str:
    """The only variable, attribute or item that the statement at a place binds; empty if there is none, or more than one."""
    bound = _bound(_statement(_lines(run, site)))
    return bound[0] if len(bound) == 1 else ""


def carried_name(run: Run, carried: Iterable[Site], taken: Iterable[Site]) -> str:
    """The name through which an iteration passes a value to the next: bound by a statement of one, read by a call of the other.

    Empty if there is no such name, or more than one.
    """
    readers = list(taken)
    for site in carried:
        bound = _bound(_statement(_lines(run, site)))
        for reader in readers:
            statement = _statement(_lines(run, reader))
            read = _read(statement)
            common = [name for name in bound if name in read]
            if len(common) == 1:
                return _item_read(statement, common[0])
    return ""


def names_read(run: Run, site: Site) -> list[str]:
    """The variables that the expression at a place reads, in the order of the code."""
    expression = _expression(f"({run.text(site)})")
    names = [node for node in ast.walk(expression) if isinstance(node, ast.Name)] if expression is not None else []
    return list(dict.fromkeys(node.id for node in sorted(names, key=lambda node: (node.lineno, node.col_offset))))


def statement_at(run: Run, site: Site) -> ast.stmt | None:
    """The statement in the whole lines of a place; None if there are several."""
    return _statement(_lines(run, site))


def _item_read(statement: ast.stmt | None, name: str) -> str:
    """Return the item of a collection that a statement reads, if it reads nothing else of it; otherwise its name."""
    nodes = list(ast.walk(statement)) if statement is not None else []
    items = [node for node in nodes if isinstance(node, ast.Subscript) and ast.unparse(node.value) == name]
    uses = sum(isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and ast.unparse(node) == name for node in nodes)
    spelled = {ast.unparse(node) for node in items if isinstance(node.ctx, ast.Load)}
    return spelled.pop() if len(spelled) == 1 and len(items) == uses else name


def _lines(run: Run, site: Site) -> str:
    """The whole lines of a span."""
    longest = 10_000
    return run.text(site._replace(column=0, end_column=longest))


def _statement(text: str) -> ast.stmt | None:
    try:
        body = ast.parse(dedent(text).strip()).body
    except (SyntaxError, ValueError):
        return None
    return body[0] if len(body) == 1 else None


def _expression(text: str) -> ast.expr | None:
    statement = _statement(text)
    return statement.value if isinstance(statement, ast.Expr) else None


def _source(text: str, node: ast.expr) -> str:
    """An expression of a text, as it is spelled."""
    return ast.get_source_segment(text, node) or ""


def _bound(statement: ast.stmt | None) -> list[str]:
    """The names, attributes and items that an assignment binds, as they are spelled."""
    match statement:
        case ast.Assign(targets=targets):
            parts = [part for target in targets for part in (target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target])]
            return [ast.unparse(part) for part in parts]
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return [ast.unparse(target)]
    return []


def _read(statement: ast.stmt | None) -> set[str]:
    """The names, attributes and items that a statement reads, as they are spelled."""
    if statement is None:
        return set()
    found = {ast.unparse(statement.target)} if isinstance(statement, ast.AugAssign) else set()
    kinds = (ast.Name, ast.Attribute, ast.Subscript)
    return found | {ast.unparse(node) for node in ast.walk(statement) if isinstance(node, kinds) and isinstance(node.ctx, ast.Load)}
