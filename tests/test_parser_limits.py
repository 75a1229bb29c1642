"""Text on which libcst crashes or takes very long is found before it is parsed."""

from __future__ import annotations

import libcst as cst
import pytest

from graphlint.common.big_stack import run_with_big_stack
from graphlint.source.parser_limits import MAX_BRACKETS, MAX_ELIFS, MAX_OPERATORS, MAX_PATTERN_BRACKETS, Excess, exceeds_parser_limits

LONGEST = MAX_OPERATORS - 1
"""The assignment is an operator, too."""


def nested(before: str, after: str, levels: int, inner: str = "1") -> str:
    return "x = " + before * levels + inner + after * levels + "\n"


TOO_DEEP = {
    "parentheses": (nested("(", ")", 3_000), Excess.BRACKETS),
    "calls": (nested("f(", ")", 1_000), Excess.BRACKETS),
    "subscripts": (nested("a[", "]", 1_000), Excess.BRACKETS),
    "f_strings": (nested("f'{", "}'", 1_000), Excess.BRACKETS),
    "format_specifications": ("x = f'" + "{1:" * 1_000 + "}" * 1_000 + "'\n", Excess.BRACKETS),
    "minuses": ("x = " + "-" * 50_000 + "1\n", Excess.OPERATORS),
    "sum": ("x = " + " + ".join(["a"] * 20_000) + "\n", Excess.OPERATORS),
    "sum_over_lines": ("x = (a\n" + "+ a  # one more\n" * 20_000 + ")\n", Excess.OPERATORS),
    "attributes": ("x = a" + ".b" * 20_000 + "\n", Excess.OPERATORS),
    "calls_of_calls": ("x = a" + "()" * 20_000 + "\n", Excess.OPERATORS),
    "words": ("x = " + "not " * 20_000 + "1\n", Excess.OPERATORS),
    "lambdas": ("x = " + "lambda a, b: " * 20_000 + "1\n", Excess.OPERATORS),
    "comprehensions": ("x = [1 " + "for a, b in c " * 20_000 + "]\n", Excess.OPERATORS),
    "adjacent_strings": ("x = (" + "'a' " * 50_000 + ")\n", Excess.OPERATORS),
    "elifs": ("if a:\n    pass\n" + "elif a:\n    b\n" * 50_000, Excess.ELIFS),
    "patterns": ("match x:\n    case " + "{1: " * 20 + "1" + "}" * 20 + ":\n        pass\n", Excess.PATTERN),
    "table_in_brackets": ("x = " + "[" * 90 + "1, " * 50_000 + "]" * 90 + "\n", Excess.SIZE),
}

SHALLOW = {
    "table": "x = [" + "-1.5e-3, 'a', " * 20_000 + "]\n",
    "table_of_lambdas": "x = {" + "a: lambda b, c: b + c,\n" * 2_000 + "}\n",
    "statements": "x = a.b(c) + d\n" * 2_000,
    "semicolons": "x = -1; " * 2_000 + "\n",
    "ifs": "if a:\n    pass\nelif b:\n    pass\n" * 1_000,
    "brackets_in_strings": "x = '((((' + r'[[\\'[' + '''\n(((\\'''((''' + f'{{(((' + f'{a:(>{b}}((' + f'''{a['}']}(('(('''\n" * 100,
    "brackets_in_comments": "x = [  # (((((\n]\n" * 100,
    "quotes_used_again": "x = f'{a['b']}' + f'{f'{'('}'}' + f\"{d!r:>{w}}\" + f'\\N{DASH} {a}'\n" * 100,
}


@pytest.mark.parametrize("name", TOO_DEEP)
def test_what_libcst_does_not_parse_in_time_exceeds_a_limit(name: str) -> None:
    text, excess = TOO_DEEP[name]
    found = exceeds_parser_limits(text)
    assert found is not None
    assert found.excess is excess


@pytest.mark.parametrize("name", SHALLOW)
def test_long_text_without_depth_is_within_the_limits(name: str) -> None:
    """The limits count what nests: commas, semicolons and new lines end an expression, and text in strings and comments is none."""
    assert exceeds_parser_limits(SHALLOW[name]) is None
    cst.parse_module(SHALLOW[name])


@pytest.mark.parametrize(
    "text",
    [
        nested("f(a=[", "])", MAX_BRACKETS // 2),
        nested("f'{", "}'", MAX_BRACKETS // 2),
        "x = " + "a + " * LONGEST + "a\n",
        "x = " + "-" * LONGEST + "a\n",
        "x = a" + ".b()" * (LONGEST // 2) + "\n",
        "x = " + "lambda a, b: " * LONGEST + "1\n",
        "if a: b\n" + "elif a: b\n" * MAX_ELIFS,
        "match x:\n case " + "{1: " * MAX_PATTERN_BRACKETS + "1" + "}" * MAX_PATTERN_BRACKETS + ": pass\n",
    ],
)
def test_libcst_parses_what_is_just_within_the_limits(text: str) -> None:
    assert exceeds_parser_limits(text) is None
    assert run_with_big_stack(lambda: cst.parse_module(text).code) == text


def test_the_line_of_the_limit_is_named() -> None:
    found = exceeds_parser_limits("import torch\n\nx = (\n" + "(\n" * 200)
    assert found is not None
    assert found.line == 3 + MAX_BRACKETS


@pytest.mark.parametrize("text", ["x = (]", "x = )))", "x = 'a", "f'{", "f'{a'", "f'''{a", "}}}'", "f'}'", "f'{a:{'", "\\", "\r"])
def test_invalid_text_within_the_limits_is_left_to_the_parser(text: str) -> None:
    assert exceeds_parser_limits(text) is None
