"""Edits from changed syntax trees: what they write, and that everything else stays byte for byte."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import libcst as cst
import pytest
from marked_programs import PROGRAMS, name_of

from graphlint.check.check_config import CheckConfig
from graphlint.check.evaluate import check_bytes
from graphlint.fixes import edits
from graphlint.fixes.edits import Edits
from graphlint.fixes.refused import NOTE
from graphlint.rule.code import Code
from graphlint.rule.registry import discover
from graphlint.source.open import read_source

NO_GRAD = "with torch.no_grad():"


def code_of(text: str | bytes) -> Code:
    return Code(read_source("program.py", text if isinstance(text, bytes) else text.encode()))


def written(code: Code, data: bytes, *groups: Edits) -> bytes:
    """The bytes of a file after some edits."""
    made = [edit for group in groups if group is not None for edit in group]
    assert len(groups) == sum(group is not None for group in groups)
    return code.source.edited(sorted(made)).encoded(data)


def changed(text: str, edit: Callable[[Code], Edits]) -> str | None:
    """A text after an edit."""
    code = code_of(text)
    made = edit(code)
    return None if made is None else code.source.edited(made).text


def statement(code: Code, line: int, index: int = 0) -> ast.stmt:
    return [node for node in ast.walk(code.tree) if isinstance(node, ast.stmt) and node.lineno == line][index]


def call(code: Code, name: str) -> ast.Call:
    return next(node for node in ast.walk(code.tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == name)


def test_rules_are_loaded_without_libcst(tmp_path: Path) -> None:
    """Its import takes as long as a small check; most runs make no edit."""
    program = "import sys; from graphlint.rule.registry import discover; print(len(discover().rules), 'libcst' in sys.modules)"
    # In a folder of its own: Python 3.10 imports from the current one, and the checkout has no rules under their import name.
    printed = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()
    assert int(printed[0]) > 50
    assert printed[1] == "False"


ODD = (
    "# coding: {encoding}\nimport torch  \n\f\nif x:\n\t# é \t\n\ty = f(a,\t# why \n\t  b=1 , )  # end \t\n"
    "\n\t\n\tz = '''é\n  s''' ;  w = 2 \n#last"
)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_only_the_edit_changes_the_bytes(end: str, encoding: str, mark: bytes) -> None:
    """Trailing spaces, tabs, form feeds, comments, empty lines, line ends and the encoding are those of the file."""
    if mark and encoding != "utf-8":
        pytest.skip("Python refuses this file")
    text = ODD.format(encoding=encoding).replace("\n", end)
    data = mark + text.encode(encoding)
    code = code_of(data)

    def expected(*pairs: tuple[str, str]) -> bytes:
        wanted = text
        for old, new in pairs:
            assert wanted.count(old.replace("\n", end)) == 1
            wanted = wanted.replace(old.replace("\n", end), new.replace("\n", end))
        return mark + wanted.encode(encoding)

    line = statement(code, 6)
    assert written(code, data, edits.called(code, call(code, "f"), ".detach()")) == expected((", )", ", ).detach()"))
    assert written(code, data, edits.inserted_after(code, line, "pass")) == expected(("end \t\n", "end \t\n\tpass\n"))
    assert written(code, data, edits.inserted_before(code, line, "pass")) == expected(("\ty =", "\tpass\n\ty ="))
    wrapped = edits.wrapped(code, [line], NO_GRAD)
    assert written(code, data, wrapped) == expected(("\ty =", f"\t{NO_GRAD}\n\t\ty ="), ("\t  b=1", "\t\t  b=1"))
    assert written(code, data, edits.removed(code, statement(code, 11))) == expected((" ;  w = 2", ""))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('0\nb("학", f(x))', f'0\n{NO_GRAD}\n    b("학", f(x))'),
        ("if x:\n    b(f(x))  # é", f"if x:\n    {NO_GRAD}\n        b(f(x))  # é"),
        ('a = "\U0001d518"; b(f(x))', f'a = "\U0001d518"\n{NO_GRAD}\n    b(f(x))'),
    ],
    ids=["string", "comment", "shared line"],
)
def test_a_last_line_without_a_line_break_has_any_letters(before: str, after: str) -> None:
    """libcst's spans, in bytes, count a line break that the text does not have."""
    code = code_of(before.encode())
    wanted = next(each for each in ast.walk(code.tree) if isinstance(each, ast.Expr) and ast.unparse(each).startswith("b("))
    assert written(code, before.encode(), edits.wrapped(code, [wanted], NO_GRAD)).decode() == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a; b; c  # kept\n", f"a\n{NO_GRAD}\n    b\nc  # kept\n"),
        ("a; b  # kept\nc\n", f"a\n{NO_GRAD}\n    b  # kept\nc\n"),
        ("if x: a; b\n", f"if x:\n    a\n    {NO_GRAD}\n        b\n"),
        ("for x in y: b\nelse: c\n", f"for x in y:\n    {NO_GRAD}\n        b\nelse: c\n"),
        ("if x:\n  b; c\n", f"if x:\n  {NO_GRAD}\n    b\n  c\n"),
        ("class A:\n  def f(self): b; return c\n", f"class A:\n  def f(self):\n    {NO_GRAD}\n      b\n    return c\n"),
    ],
)
def test_statements_that_share_a_line_are_parted(before: str, after: str) -> None:
    """Each block begins on a line of its own; the other statements keep their order and comments."""

    def edit(code: Code) -> Edits:
        wanted = next(each for each in ast.walk(code.tree) if isinstance(each, ast.Expr) and ast.unparse(each) == "b")
        return edits.wrapped(code, [wanted], NO_GRAD)

    assert changed(before, edit) == after


def test_a_string_over_several_lines_is_not_indented() -> None:
    """Its lines are part of its value, also in a formatted string."""
    text = 'x = f("""a\n  b""", f"""c\n{d}\ne""")\n'
    expected = f'{NO_GRAD}\n    x = f("""a\n  b""", f"""c\n{{d}}\ne""")\n'
    assert changed(text, lambda code: edits.wrapped(code, code.tree.body, NO_GRAD)) == expected


def test_lines_of_white_space_stay_as_they_are() -> None:
    """They belong to no block."""
    text = "if x:\n\ta\n\t\n\n  \t\n\tb\nc\n"
    wrapped = f"{NO_GRAD}\n\tif x:\n\t\ta\n\t\n\n  \t\n\t\tb\nc\n"
    assert changed(text, lambda code: edits.wrapped(code, code.tree.body[:1], NO_GRAD)) == wrapped
    assert changed(wrapped, lambda code: edits.unwrapped(code, code.tree.body[0])) == text  # type: ignore[arg-type]


def test_statements_move_with_their_lines() -> None:
    """Into a deeper block, with comments, nested blocks and strings as they are."""
    text = "if a:  # one\n    b = '''\nx'''\n\n    # two\n    c\nfor d in e:\n\tf\n"
    moved = "for d in e:\n\tif a:  # one\n\t    b = '''\nx'''\n\n\t    # two\n\t    c\n\tf\n"
    code = code_of(text)
    loop = code.tree.body[1]
    assert isinstance(loop, ast.For)
    assert changed(text, lambda code: edits.moved_before(code, code.tree.body[:1], code.tree.body[1].body[0])) == moved  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a; b; c\n", "b; c; a\n"),
        ("a; b\nc\n", "b\nc\na\n"),
        ("a\nb; c\n", "b; c; a\n"),
        ("a  # one\nb; c\n", "b\nc\na  # one\n"),
        ("a  # one\nb\nc; d\n", "b\nc\na  # one\nd\n"),
        ("if x:\n    y; a\nc; d\n", "if x:\n    y\nc; a; d\n"),
        ("if x: a; y\nc\n", "if x: y\nc\na\n"),
    ],
)
def test_a_statement_moves_without_the_others_on_its_line(before: str, after: str) -> None:
    """Onto the line of another one, unless it has a comment."""

    def edit(code: Code) -> Edits:
        named = {ast.unparse(each): each for each in ast.walk(code.tree) if isinstance(each, ast.Expr)}
        return edits.moved_after(code, [named["a"]], named["c"])

    assert changed(before, edit) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if a:\n    b\nelif c:\n    d\n", "if a:\n    b\n"),
        ("if a:\n    b\nelif c:\n    d\nelse:\n    e\n", "if a:\n    b\nelse:\n    e\n"),
        ("if a: b\nelif c: d  # two\nelif e: f\n", "if a: b\nelif e: f\n"),
    ],
)
def test_an_elif_is_removed(before: str, after: str) -> None:
    """The branches after it belong to the `if` before it."""
    assert changed(before, lambda code: edits.removed(code, code.tree.body[0].orelse[0])) == after  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("with a:\n  b; c\n", "with a:\n  b\nc\n"),
        ("with a: b; c  # two\n", "with a:\n  b\nc  # two\n"),
    ],
)
def test_the_tail_of_a_block_on_shared_lines_is_taken_out(before: str, after: str) -> None:
    """The block keeps the others."""

    def edit(code: Code) -> Edits:
        block = code.tree.body[-1]
        assert isinstance(block, ast.With)
        return edits.tail_unwrapped(code, block, block.body[1])

    text = "if x:\n  y\n"
    assert changed(text + before, edit) == text + after


def test_a_block_is_replaced_with_its_comments() -> None:
    """Those in it are above the new statement, the last one is after it."""
    text = "# one\nfor a in b:  # two\n    # three\n    c  # four\nd\n"
    replaced = "# one\n# two\n# three\ne  # four\nd\n"
    assert changed(text, lambda code: edits.replaced(code, code.tree.body[0], "e")) == replaced


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = f(a\n  + b)", "x = (a\n  + b)"),
        ("x = f(a\n  + b).c", "x = (a\n  + b).c"),
        ("x = [f(a + b)]", "x = [a + b]"),
        ("x = g(f(a\n  + b))", "x = g(a\n  + b)"),
        ("x = -f(a + b)", "x = -(a + b)"),
        ("x = f((a))", "x = a"),
        ("x = f((a + b))", "x = (a + b)"),
        ("x = f((a  # why\n  .b))", "x = (a  # why\n  .b)"),
    ],
)
def test_a_part_has_the_parentheses_that_it_needs(before: str, after: str) -> None:
    """In its new place."""
    assert changed(f"{before}\n", lambda code: edits.part_kept(code, call(code, "f"), call(code, "f").args[0])) == f"{after}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(a, b=1)", "f(a)"),
        ("f(b=1)", "f()"),
        ("f(b=1, a=2)", "f(a=2)"),
        ("f(a, b=1, c=2)", "f(a, c=2)"),
        ("f(\n    a,  # first\n    b=1,  # second\n)", "f(\n    a,  # first\n    # second\n)"),
        ("f(\n    a,\n    b=(1),\n)", "f(\n    a,\n)"),
        ("f(  # all\n    b=1,  # first\n    a=2\n)", "f(  # all\n    # first\n    a=2\n)"),
    ],
)
def test_an_argument_is_removed_and_no_comment(before: str, after: str) -> None:
    """A comment may be about more than the argument before it."""
    assert changed(f"{before}\n", lambda code: edits.argument_removed(code, call(code, "f"), "b")) == f"{after}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f()", "f(b=1)"),
        ("f(a)", "f(a, b=1)"),
        ("f(a,)", "f(a, b=1,)"),
        ("f(x for x in y)", "f((x for x in y), b=1)"),
        ("f(\n    (a),  # first\n)", "f(\n    (a), b=1,  # first\n)"),
    ],
)
def test_an_argument_is_added(before: str, after: str) -> None:
    """Also after an expression that needs parentheses then."""
    assert changed(f"{before}\n", lambda code: edits.argument_added(code, call(code, "f"), "b=1")) == f"{after}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(a + b).data", "(a + b).detach()"),
        ("(  # sum\n    a + b\n).data", "(  # sum\n    a + b\n).detach()"),
        ("a [0] . data", "a [0] . detach()"),
    ],
)
def test_what_the_attribute_belongs_to_stays(before: str, after: str) -> None:
    """With its parentheses: without them the call would belong to the last operand."""

    def edit(code: Code) -> Edits:
        node = next(each for each in ast.walk(code.tree) if isinstance(each, ast.Attribute))
        return edits.attribute_replaced(code, node, ".detach()")

    assert changed(f"x = {before}\n", edit) == f"x = {after}\n"


def test_a_decorator_is_added_to_a_function_in_a_class() -> None:
    """Inside of the others; the lines of the function are not parsed."""
    text = "class A:\n    @first  # one\n    # two\n    def f(self): return 1\n"
    code = code_of(text)
    function = next(each for each in ast.walk(code.tree) if isinstance(each, ast.FunctionDef))
    made = edits.decorated(code, function, "@second")
    assert made is not None
    assert code.source.edited(made).text == text.replace("    # two\n", "    # two\n    @second\n")


def test_each_statement_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many fixes are tried, and no other statement is."""
    parsed: list[str] = []
    plain = cst.parse_module

    def noted(text: str) -> cst.Module:
        parsed.append(text)
        return plain(text)

    monkeypatch.setattr(cst, "parse_module", noted)
    code = code_of("a = f(1)\nb = g(2)\n")
    for name in ("detach", "item", "clone"):
        assert edits.called(code, call(code, "g"), f".{name}()")
    assert len(parsed) == 1
    assert "f(1)" not in parsed[0]


DEEP = {
    "nested calls": "f(" * 150 + "loss" + ")" * 150,
    "nested parentheses": "(" * 190 + "loss" + ")" * 190,
    "a long sum": "loss" + " + 1" * 900,
    "signs": "- " * 600 + "loss",
    "a chain of calls": "loss" + ".view(1)" * 100,
}


@pytest.mark.parametrize("expression", DEEP.values(), ids=DEEP)
def test_code_that_is_too_deep_does_not_reach_libcst(expression: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take very long, or end the process."""

    def refuse(text: str) -> cst.Module:
        raise AssertionError(text)

    monkeypatch.setattr(cst, "parse_module", refuse)
    code = code_of(f"x = {expression}\n")
    assert edits.called(code, code.tree.body[0].value, ".detach()") is None  # type: ignore[attr-defined]


def test_a_finding_without_a_fix_says_why() -> None:
    """The fix is there as soon as the statement is shorter."""
    text = """import torch

net = torch.nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0
for x in torch.randn(100, 2):
    loss = net(x).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    total = total + loss{rest}
print(total)
"""
    config = CheckConfig(tuple(rule() for rule in discover().rules if rule.default))
    for rest, fixed in ((" + 1", True), (" + 1" * 80, False)):
        (found,) = check_bytes("train.py", text.format(rest=rest).encode(), config).diagnostics
        assert found.code == "GL202"
        assert (found.fix is not None) == fixed
        assert (NOTE in found.notes) != fixed


def test_an_expression_over_several_lines_ends_them_as_the_file() -> None:
    """Its text may come from a place with other line ends."""
    text = "x = 1\r\n"
    expected = "x = f(\r\n    a,\r\n    b,\r\n)\r\n"
    assert changed(text, lambda code: edits.replaced(code, code.tree.body[0].value, "f(\n    a,\r\n    b,\r)")) == expected  # type: ignore[attr-defined]


def _statements(code: Code) -> list[ast.stmt]:
    return [node for node in ast.walk(code.tree) if isinstance(node, ast.stmt)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("program", PROGRAMS[::200], ids=name_of)
def test_a_block_around_a_statement_is_taken_off_again(program: Path, end: str) -> None:
    """The text is the same byte for byte, whatever the statement contains. An `elif` is part of another statement."""
    text = program.read_text(encoding="utf-8").replace("\n", end)
    code = code_of(text)
    for number, each in enumerate(_statements(code)):
        made = edits.wrapped(code, [each], "with a_mode:")
        assert (made is None) == code.text.startswith("elif", code.start(each))
        if made is None:
            continue
        wrapped = code_of(code.source.edited(made).text)
        block = next(node for node in _statements(wrapped) if isinstance(node, ast.With) and ast.unparse(node.items[0]) == "a_mode")
        back = edits.unwrapped(wrapped, block)
        assert back is not None
        assert wrapped.source.edited(back).text == text, (number, ast.unparse(each))


COPIED_LOSS = """import torch

model = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(2, 4, 3):
    {before}
    loss = torch.as_tensor({value})
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("before", "value", "is_kept"),
    [
        ("p = model(x).detach().numpy()", "(p * p).mean()", False),
        ("p = model(x)", "p.detach().numpy().mean()", False),
        ("p = model(x).pow(2).mean()", "p.item()", True),
    ],
    ids=["variable", "expression", "number"],
)
def test_a_loss_that_numpy_computes_stays_a_tensor(before: str, value: str, is_kept: bool) -> None:
    """Without the call, it would be an array, which has no `backward()`."""
    config = CheckConfig(tuple(rule() for rule in discover().rules if rule.default))
    result = check_bytes("program.py", COPIED_LOSS.format(before=before, value=value).encode(), config)
    fixes = [found.fix for found in result.diagnostics if found.code == "GL107"]
    assert fixes
    assert any(fix is not None and "instead of copying" in fix.message for fix in fixes) == is_kept
