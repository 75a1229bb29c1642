"""Limits of a run: how many steps, paths, iterations and nested calls it follows."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Limits:
    """The budgets of a run, counted in steps and never in seconds, so that results are the same everywhere.

    `steps` are the instructions of a run of a module's own code, `function_steps` those of a function entered alone, `quiet_steps` those of
    one in which nothing happens to graphs; `file_steps` are those of all functions of a file; `foreign_steps` are those of a run in
    functions of other files, more of which are not entered, `foreign_file_steps` those of all runs of a file, `glance` those of a run that
    walks no graph; `paths` are kept apart, `depth` is the call depth, `passes` how often a loop is run whose count is not known.
    """

    steps: int = 45_000
    function_steps: int = 12_000
    quiet_steps: int = 600
    file_steps: int = 45_000
    foreign_steps: int = 6_000
    foreign_file_steps: int = 9_000
    glance: int = 600
    paths: int = 8
    depth: int = 6
    passes: int = 4

    def narrow(self) -> Limits:
        """The same budget spent on few paths: for a second try, where a run was cut off."""
        return replace(self, paths=2, passes=2)
