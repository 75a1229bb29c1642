"""The line search of L-BFGS: a step after which the loss is lower and its slope along the direction flat (the strong Wolfe conditions)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

LOWER, FLATTER, NARROW = 1e-4, 0.9, 1e-9


class Point(NamedTuple):
    """A step along the direction: the loss there, its gradient, its slope along the direction."""

    step: float
    loss: float
    grad: np.ndarray
    slope: float


def cubic(first: Point, second: Point, bounds: tuple[float, float] | None = None) -> float:
    """Return the minimum of the cubic through two points with given slopes, within the bounds."""
    low, high = bounds or (min(first.step, second.step), max(first.step, second.step))
    bend = first.slope + second.slope - 3 * (first.loss - second.loss) / (first.step - second.step)
    square = bend**2 - first.slope * second.slope
    if square < 0:
        return (low + high) / 2
    root = math.sqrt(square)
    left, right = (first, second) if first.step <= second.step else (second, first)
    best = right.step - (right.step - left.step) * ((right.slope + root - bend) / (right.slope - left.slope + 2 * root))
    return min(max(best, low), high)


def strong_wolfe(evaluate: Callable[[float], Point], start: Point, step: float, reach: float, limit: int) -> tuple[Point, int]:
    """Search along a direction.

    Args:
        evaluate: the point after a step.
        start: the point before any.
        step: the step to try first.
        reach: the direction's largest component.
        limit: how many more steps may be tried.

    Returns:
        The point that was found, and how often the loss was computed.
    """
    bracket, tries, done = _enclose(evaluate, start, evaluate(step), limit)
    evaluations = tries + 1
    low, high = _order(bracket)
    doubtful = False
    while not done and tries < limit:
        left, right = min(bracket[0].step, bracket[1].step), max(bracket[0].step, bracket[1].step)
        if (right - left) * reach < NARROW:
            break
        step, doubtful = _inside(cubic(bracket[0], bracket[1]), left, right, doubtful)
        new = evaluate(step)
        evaluations, tries = evaluations + 1, tries + 1
        if new.loss > start.loss + LOWER * step * start.slope or new.loss >= bracket[low].loss:
            bracket[high] = new
            low, high = _order(bracket)
            continue
        if abs(new.slope) <= -FLATTER * start.slope:
            done = True
        elif new.slope * (bracket[high].step - bracket[low].step) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = new
    return bracket[low], evaluations


def _enclose(evaluate: Callable[[float], Point], start: Point, new: Point, limit: int) -> tuple[list[Point], int, bool]:
    """Return two points that enclose the minimum, or one that satisfies the conditions; and the number of steps."""
    before = start
    for tries in range(limit):
        if new.loss > start.loss + LOWER * new.step * start.slope or (tries > 1 and new.loss >= before.loss):
            return [before, new], tries, False
        if abs(new.slope) <= -FLATTER * start.slope:
            return [new], tries, True
        if new.slope >= 0:
            return [before, new], tries, False
        bounds = (new.step + 0.01 * (new.step - before.step), new.step * 10)
        step = cubic(before, new, bounds)
        before, new = new, evaluate(step)
    return [start, new], limit, False


def _order(bracket: list[Point]) -> tuple[int, int]:
    """Return two points, the lower one first."""
    return (0, 1) if bracket[0].loss <= bracket[-1].loss else (-1 % len(bracket), 0)


def _inside(step: float, left: float, right: float, doubtful: bool) -> tuple[float, bool]:
    """A step that stays off the ends of its interval, the second time that it comes near one."""
    margin = 0.1 * (right - left)
    if min(right - step, step - left) >= margin:
        return step, False
    if doubtful or step >= right or step <= left:
        return (right - margin if abs(step - right) < abs(step - left) else left + margin), False
    return step, True
