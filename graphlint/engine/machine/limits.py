"""The budgets of a run: instructions, paths, loop iterations and call depth."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The budgets of a run, counted in steps and not in seconds, so that results do not depend on the computer.

    A step is one instruction on one path. `steps` is the budget of the run of a module's code, `function_steps` that of a function analyzed
    as a root. They buy precision, not coverage: a run that has spent its budget goes on with one path and passes calls by, for at most
    `coarse_steps`. `quiet_steps` bounds a root without any effect on graphs so far, `quiet_caller_steps` one whose own code has no such
    effect but may call code that has: beyond as many steps, the code of a module that neither trains nor evaluates passes calls by, and
    beyond `quiet_construction_steps` so does the construction of a receiver whose class does neither. Once the roots of a file have taken
    `file_steps`, those that follow have a budget of `glance` steps. `foreign_steps` bounds the steps of one run in functions of other
    files, `foreign_file_steps` those of all runs of a file, `glance` also those of a run without a backward pass. `paths` is the maximum
    number of states after a join, `depth` the maximum call depth, `nested_calls` that of calls of values in which no function of the
    program begins. `passes` is the number of iterations executed for a loop of unknown length, `searched_loop_runs` the number of runs of
    one loop whose stores are searched for retained graphs: an inner loop is run again in each iteration of those around it.

    A loop over a collection of known length executes every iteration if the collection has at most this many elements: `known_elements` if
    one of them is not a constant, else `comprehension_elements` in a comprehension and `plain_elements` in a for statement. A function such
    as `list` also reads at most `known_elements`. A loop over constants is executed like one of unknown length if its iterations in all
    loops around it would be more than `nested_elements`. `constants` is the greatest number of constants to which a range, a string or a
    repeated sequence is expanded.
    """

    steps: int = 12_000
    function_steps: int = 8_000
    coarse_steps: int = 16_000
    quiet_steps: int = 600
    quiet_caller_steps: int = 2_000
    quiet_construction_steps: int = 400
    file_steps: int = 45_000
    foreign_steps: int = 6_000
    foreign_file_steps: int = 9_000
    glance: int = 600
    paths: int = 8
    depth: int = 6
    nested_calls: int = 100
    passes: int = 4
    searched_loop_runs: int = 16
    known_elements: int = 12
    comprehension_elements: int = 8
    plain_elements: int = 3
    nested_elements: int = 36
    constants: int = 8
