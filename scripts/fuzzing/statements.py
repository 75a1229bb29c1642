"""Mutations of statements: most results are programs that still parse, with another order of events."""

from __future__ import annotations

import ast
import random
import re
from dataclasses import dataclass

NAME = re.compile(r"\b[a-z_]\w{0,20}\b")
LONGEST_SPLICE = 15

BLOCKS = (
    ("while True:", ""), ("while loss > 0:", ""), ("for step in range(3):", ""), ("for x, y in loader:", ""),
    ("for x in loader:", "else:\n    pass"), ("if flag:", ""), ("if step % 2:", "else:\n    pass"), ("if torch.is_grad_enabled():", ""),
    ("try:", "finally:\n    pass"), ("try:", "except RuntimeError:\n    pass"), ("try:", "except Exception as error:\n    raise"),
    ("with torch.no_grad():", ""), ("with torch.enable_grad():", ""), ("with torch.inference_mode():", ""),
    ("with torch.autograd.set_detect_anomaly(True):", ""), ("with torch.autograd.graph.save_on_cpu():", ""),
    ("with torch.autocast('cuda'):", ""), ("def inner(loss, model):", "inner(loss, model)"), ("def later():", "hooks.append(later)"),
    ("async def later():", ""), ("class Inner:", ""), ("match loss:\n    case _:", ""),
)  # fmt: skip
"""Headers of blocks, each with the lines that follow the block."""

ACTIONS = (
    "{a}.backward()", "{a}.backward(retain_graph=True)", "{a}.backward(create_graph=True)", "{a}.sum().backward()",
    "torch.autograd.backward([{a}, {b}])", "torch.autograd.grad({a}, {b})", "{a} = torch.autograd.grad({a}, {b}, create_graph=True)[0]",
    "{a}.zero_grad()", "{a}.step()", "{a}.grad = None", "{a}.grad.zero_()", "{a}.requires_grad_()", "{a}.requires_grad = False",
    "{a}.retain_grad()", "{a}.eval()", "{a}.train()", "{a} = {b}", "{a}, {b} = {b}, {a}", "{a} += {b}", "{a} = {a} + {b}",
    "{a} = {b}.detach()", "{a} = {b}.item()", "{a} = {b}.clone()", "{a} = {b}({a})", "{a} = [{b}] * 3", "{a} = [{b} for _ in range(3)]",
    "{a} = torch.stack({b})", "{a} = torch.zeros(())", "{a} = {{'loss': {b}}}", "{a} = lambda: {b}", "{a} = {b} if {a} else None",
    "{a} = nn.Parameter({b})", "{a}.append({b})", "{a}[0] = {b}", "{a}['x'] = {b}", "{a}.add_({b})", "{a}.mul_(0.9)", "{a}.copy_({b})",
    "{a}.data = {b}", "{a}.{b} = {b}", "{a}.register_hook(lambda g: {b})", "torch.set_grad_enabled(False)", "return {a}", "yield {a}",
    "break", "continue", "raise {a}", "del {a}", "global {a}", "nonlocal {a}", "assert {a}", "import torch as {a}", "from {a} import {b}",
    "{a}: {b} = {a}", "print({a}, {b}.item())", "{a} = next(iter({b}))", "{a} = ({b} := {a})",
    "torch.utils.checkpoint.checkpoint({a}, {b})", "{a}(*{b}, **{a})",
)  # fmt: skip
"""Statements of training code, with two names of the program."""


@dataclass(frozen=True)
class Span:
    """The lines of a statement, `end` exclusive, and its indentation."""

    start: int
    end: int
    indent: str


def spans(lines: list[str]) -> list[Span]:
    """Return the statements of a program; of a text that does not parse, the lines that are not blank."""
    try:
        tree = ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [Span(row, row + 1, _indent(line)) for row, line in enumerate(lines) if line.strip()] or [Span(0, len(lines), "")]
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            first = min([node.lineno, *(item.lineno for item in getattr(node, "decorator_list", ()))]) - 1
            # A statement after a semicolon or a colon has no line of its own.
            if first < len(lines) and not lines[first][: node.col_offset].strip():
                found.append(Span(first, node.end_lineno or node.lineno, _indent(lines[first])))
    return found or [Span(0, len(lines), "")]


def names_in(text: str) -> list[str]:
    """Return the names in a text, also those in comments and strings."""
    return sorted(set(NAME.findall(text))) or ["x"]


def delete(lines: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001  all mutations have one signature
    """Delete a statement; most often leave a `pass` in its place."""
    span = chance.choice(spans(lines))
    lines[span.start : span.end] = [span.indent + "pass"] if chance.random() < 0.7 else []


def duplicate(lines: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001
    """Repeat a statement, there or before another one."""
    found = spans(lines)
    span = chance.choice(found)
    target = span if chance.random() < 0.5 else chance.choice(found)
    lines[target.start : target.start] = _moved(lines[span.start : span.end], target.indent)


def swap(lines: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001
    """Exchange two statements of which none contains the other."""
    found = spans(lines)
    one = chance.choice(found)
    apart = [item for item in found if item.start >= one.end or item.end <= one.start]
    if not apart:
        return
    first, second = sorted((one, chance.choice(apart)), key=lambda span: span.start)
    before, after = lines[first.start : first.end], lines[second.start : second.end]
    lines[second.start : second.end] = _moved(before, second.indent)
    lines[first.start : first.end] = _moved(after, first.indent)


def wrap(lines: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001
    """Put a statement, and perhaps its successors, into a new block."""
    found = spans(lines)
    first = chance.choice(found)
    # Siblings: statements of the same indentation, with no line between them that is indented less.
    siblings = [first]
    for span in sorted(found, key=lambda item: item.start):
        if span.start >= siblings[-1].end and span.end < first.end + 12:
            if len(span.indent) < len(first.indent):
                break
            if span.indent == first.indent:
                siblings.append(span)
    last = chance.choice(siblings)
    body = lines[first.start : last.end]
    header, tail = chance.choice(BLOCKS)
    body = lines[first.start : last.end]
    between = lines[first.end : last.start] if last.start >= first.end else []
    if any(line.strip() and len(_indent(line)) < len(first.indent) for line in between):
        last, body = first, lines[first.start : first.end]
    depth = "    " * (header.count(":\n") + 1)
    block = [*header.split("\n"), *_moved(body, depth), *(tail.split("\n") if tail else ())]
    lines[first.start : last.end] = [first.indent + line if line.strip() else line for line in block]


def unwrap(lines: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001
    """Replace a compound statement by its body."""
    compound = [span for span in spans(lines) if span.end - span.start > 1 and lines[span.start].rstrip().endswith(":")]
    if compound:
        span = chance.choice(compound)
        lines[span.start : span.end] = _moved(lines[span.start + 1 : span.end], span.indent)


def insert_action(lines: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001
    """Insert a statement of training code that uses names of the program."""
    span = chance.choice(spans(lines))
    known = names_in("\n".join(lines))
    action = chance.choice(ACTIONS).format(a=chance.choice(known), b=chance.choice(known))
    lines.insert(chance.choice((span.start, span.end)), span.indent + action)


def insert_foreign(lines: list[str], chance: random.Random, donor: list[str]) -> None:
    """Insert statements of another program, whose names may become names of this one."""
    if chance.random() < 0.6:
        donor = _renamed(donor, lines, chance)
    given, target = chance.choice(spans(donor)), chance.choice(spans(lines))
    piece = donor[given.start : min(given.end + chance.choice((0, 0, 3, 8)), given.start + LONGEST_SPLICE)]
    lines[target.start : target.start] = _moved(piece, target.indent)


def join_files(lines: list[str], chance: random.Random, donor: list[str]) -> None:
    """Continue a program with the end of another one, or with all of it."""
    if chance.random() < 0.6:
        donor = _renamed(donor, lines, chance)
    if chance.random() < 0.5:
        del lines[chance.choice(spans(lines)).start :]
        donor = donor[chance.choice(spans(donor)).start :]
    lines += donor


def _renamed(donor: list[str], lines: list[str], chance: random.Random) -> list[str]:
    mine, given = names_in("\n".join(lines)), names_in("\n".join(donor))
    table = {name: chance.choice(mine) for name in chance.sample(given, min(len(given), 12))}
    return NAME.sub(lambda match: table.get(match[0], match[0]), "\n".join(donor)).split("\n")


def _moved(block: list[str], indent: str) -> list[str]:
    """Return lines with the indentation of the first one replaced."""
    old = _indent(block[0]) if block else ""
    return [indent + line[len(old) :] if line.startswith(old) else indent + line.lstrip() for line in block]


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]
