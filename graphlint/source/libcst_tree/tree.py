"""Parse a text with libcst to the tree that Python's own parser would return."""

from __future__ import annotations

import ast
import warnings

import libcst as cst

from graphlint.common.big_stack import run_with_big_stack
from graphlint.source.libcst_tree.expressions import UnknownSyntax
from graphlint.source.libcst_tree.positions import UnknownPositions
from graphlint.source.libcst_tree.statements import Conversion
from graphlint.source.parser_limits import exceeds_parser_limits

REFUSALS = (cst.ParserSyntaxError, cst.CSTValidationError, cst.CSTLogicError, UnknownPositions, UnknownSyntax, SyntaxError, ValueError)
"""The last two are raised by literals that are invalid: a bad escape, too many digits, bytes that are not ASCII."""


def parse_with_libcst(text: str) -> ast.Module | None:
    """Parse a text with libcst and convert its tree to one of `ast`; None if libcst refuses it, or might not survive it."""
    if exceeds_parser_limits(text) is not None:
        return None
    try:
        return run_with_big_stack(lambda: _converted(text))
    except REFUSALS:
        return None


def _converted(text: str) -> ast.Module:
    module = cst.parse_module(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Conversion(text, module).module(module)
