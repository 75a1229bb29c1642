"""Evaluation under `no_grad`: its function, the smallest statement, a loop that does not train, or one phase of several."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.autograd.queries import EVALUATING, TRAINING, words
from graphlint.common.names import last_name
from graphlint.fixes.queries.nodes import calls, named, nodes_within, root_name
from graphlint.fixes.strategies.grad_modes import function_under_no_grad, no_grad, smallest_block, under_no_grad
from graphlint.libraries.tensor_methods import MODULE_MOVES
from graphlint.rule.code import FUNCTIONS, LOOPS, Code, Function
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.wording import quoted

TRAINS = frozenset(("backward", "step", "minimize"))
TRAINING_NAMES = TRAINING - {"update", "learning", "trainer"}
PLAIN_CALLS = frozenset(("float", "int", "len", "round", "str", "bool", "sum", "min", "max", "sorted", "range", "list", "tuple", "dict"))
PLAIN_METHODS = frozenset(("item", "tolist", "numpy", "size", "shape", "format", "join"))
MOVES = MODULE_MOVES | {"long"}
MAX_DEPTH = 8


def evaluation_without_grad(code: Code, call: ast.Call, others: Sequence[Site] = ()) -> Iterator[Fix | None]:
    """Propose `no_grad` for a module call in evaluation and for the code that belongs to it.

    Args:
        others: the calls of other evaluations, which one block may contain, too.
    """
    applicability = Applicability.SAFE if returns_numbers(code, call) else Applicability.UNSAFE
    function = code.function_of(call)
    if function is not None and _is_evaluation(code, function):
        decorator = quoted(f"@{no_grad(code) or 'torch.no_grad()'}", "`@torch.no_grad()`", 24)
        title = f"Decorate {quoted(function.name, 'the function')} with {decorator}"
        yield Fix.of(title, applicability, function_under_no_grad(code, function))
    beside = [node for site in others if (node := code.node_at(site, ast.Call)) is not None and code.loops_of(node) == code.loops_of(call)]
    beside = [node for node in beside if code.function_of(node) is function]
    covering = _covering(code, [call, *beside]) if beside else []
    if covering:
        every = sorted((call, *beside), key=code.start)
        modules = named(code, *(each.func for each in every), otherwise="the module")
        yield Fix.of(f"Put the evaluation of {modules} under `no_grad()`", applicability, under_no_grad(code, covering))
    message = f"Put the evaluation of {named(code, call.func, otherwise='the module')} under `no_grad()`"
    smallest = smallest_block(code, code.statement_of(call))
    yield Fix.of(message, applicability, under_no_grad(code, [smallest]))
    for loop in code.loops_of(call):
        if loop is not smallest and not trains(code, loop):
            yield Fix.of(message, applicability, under_no_grad(code, [loop]))


def _covering(code: Code, nodes: Sequence[ast.Call]) -> list[ast.stmt]:
    """Return the statements from the first to the last of some calls in one block, or the loop of which they are the body.

    Empty if the calls are in one statement or in several blocks, or if what is between them may need grad mode.
    """
    statements = {code.statement_of(each) for each in nodes}
    block = code.block_of(code.statement_of(nodes[0]))
    if len(statements) < 2 or not all(each in block for each in statements):
        return []
    places = [block.index(each) for each in statements]
    covered = block[min(places) : max(places) + 1]
    between = (node for each in covered if each not in statements for node in ast.walk(each))
    if any(isinstance(node, ast.Call) and not _is_plain(code, node) for node in between):
        return []
    loop = code.parent(covered[0])
    return [loop] if isinstance(loop, LOOPS) and covered == loop.body and not loop.orelse else covered


def _is_plain(code: Code, call: ast.Call) -> bool:
    """Return True if a call certainly trains nothing: of a function of torch itself or of Python, or of a method that moves a tensor."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in PLAIN_METHODS | MOVES:
        return True
    return last_name(call.func) not in TRAINS and (root_name(call.func) == code.torch or last_name(call.func) in PLAIN_CALLS)


def by_phase(code: Code, call: ast.Call) -> Fix | None:
    """Propose grad mode for the training phase only, for a call that training and evaluation share, by
    the condition of the backward.
    """
    statement = code.statement_of(call)
    for loop in code.loops_of(call):
        for node in ast.walk(loop):
            if not isinstance(node, ast.If) or not isinstance(node.test, ast.Compare) or node.lineno < statement.lineno:
                continue
            if any(trains(code, each) for each in node.body) and code.torch is not None:
                mode = f"{code.torch}.set_grad_enabled({code.spelled(node.test)})"
                message = "Switch grad mode on for the training phase only"
                return Fix.of(message, Applicability.SAFE, under_no_grad(code, [statement], mode))
    return None


def trains(code: Code, node: ast.AST) -> bool:
    """Return True if code calls a backward, a step, a function named as training, or a function of the file that calls a backward."""
    functions = [each for each in ast.walk(code.tree) if isinstance(each, FUNCTIONS)]
    training = TRAINS | {each.name for each in functions if any(calls(each, "backward"))}
    callees = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
    # `model.train()` only sets the mode of the module.
    names = {last_name(each) for each in callees if not (isinstance(each, ast.Attribute) and each.attr == "train")}
    return any(name in training or TRAINING_NAMES & set(words(name)) for name in names)


def returns_numbers(code: Code, node: ast.AST) -> bool:
    """Return True if the function around a node can only return values that are not tensors; also in module code."""
    function = code.function_of(node)
    if function is None:
        return True
    nodes = [each for statement in function.body for each in nodes_within(statement)]
    if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in nodes):
        return False
    values = [each.value for each in nodes if isinstance(each, ast.Return) and each.value is not None]
    return all(_is_number(nodes, each, frozenset()) for each in values)


def _is_evaluation(code: Code, function: Function) -> bool:
    """Return True if a function only evaluates: its name says so, or it calls `eval()`, and nothing in it trains."""
    nested = any(isinstance(each, FUNCTIONS) for each in ast.walk(function) if each is not function)
    if trains(code, function) or nested or function.name == "forward":
        return False
    return any(word in EVALUATING for word in words(function.name)) or any(calls(function, "eval"))


def _is_number(nodes: list[ast.AST], node: ast.expr, visited: frozenset[str]) -> bool:
    """Return True if an expression consists of numbers."""
    if isinstance(node, ast.Constant | ast.JoinedStr | ast.Compare):
        return True
    if isinstance(node, ast.UnaryOp):
        return _is_number(nodes, node.operand, visited)
    if isinstance(node, ast.BinOp):
        return _is_number(nodes, node.left, visited) and _is_number(nodes, node.right, visited)
    if isinstance(node, ast.List | ast.Tuple):
        return all(_is_number(nodes, each, visited) for each in node.elts)
    if isinstance(node, ast.Dict):
        return all(_is_number(nodes, each, visited) for each in node.values)
    if isinstance(node, ast.ListComp):
        return _is_number(nodes, node.elt, visited)
    if isinstance(node, ast.DictComp):
        return _is_number(nodes, node.value, visited)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return node.func.attr in PLAIN_METHODS
        if isinstance(node.func, ast.Name) and node.func.id in ("float", "int", "len", "str", "bool"):
            return True
        return (
            isinstance(node.func, ast.Name) and node.func.id in PLAIN_CALLS and all(_is_number(nodes, each, visited) for each in node.args)
        )
    if isinstance(node, ast.Name) and node.id not in visited and len(visited) < MAX_DEPTH:
        values = list(_values_of(nodes, node.id))
        return bool(values) and all(each is not None and _is_number(nodes, each, visited | {node.id}) for each in values)
    return isinstance(node, ast.Name) and node.id in visited


def _values_of(nodes: list[ast.AST], name: str) -> Iterator[ast.expr | None]:
    """Yield the values that statements bind to a name or add to it, None for one that is not explicit."""
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and len(target.elts) == len(node.value.elts):
                    pairs = list(zip(target.elts, node.value.elts, strict=True))
                for each, value in pairs:
                    if root_name(each) == name:
                        yield value
                    elif isinstance(each, ast.Tuple) and any(isinstance(part, ast.Name) and part.id == name for part in each.elts):
                        yield None
        elif isinstance(node, ast.For | ast.comprehension | ast.withitem | ast.NamedExpr):
            binding = node.optional_vars if isinstance(node, ast.withitem) else node.target
            if binding is not None and any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(binding)):
                yield None
        else:
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="append" | "extend" | "update")) if owner == name:
                    yield from node.args
