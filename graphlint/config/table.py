"""The table of all settings: what each is called, takes, is by default and is for. Files, schema and documentation are read by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphlint.autograd.assumptions import NEWEST_TORCH
from graphlint.config import value_types
from graphlint.config.output_formats import OUTPUT_FORMATS
from graphlint.config.value_types import Kind


@dataclass(frozen=True)
class Option:
    """One setting.

    `file` says whether it is asked for each file that is checked, and not once for the run, in the current folder. `joins` says that what a
    file says is added to what the file says that it extends; other settings are replaced.
    """

    name: str
    kind: Kind
    default: Any
    text: str
    example: str
    file: bool = True
    joins: bool = False


EXTEND = Option(
    "extend",
    value_types.PATH,
    None,
    "Another settings file to build on: what is said here replaces what is said there, except for the settings whose names begin with "
    "extend-, severity and effects, which are added to it. A pyproject.toml may be named too.",
    'extend = "../graphlint.toml"',
)

OPTIONS = (
    Option(
        "select",
        value_types.SELECTORS,
        None,
        "The rules to check: codes, names or prefixes of codes; ALL for all. By default those that are on by default. Where select and "
        "ignore both speak of a rule the longer selector wins, and ignore where they are equally long.",
        'select = ["GL1", "stored-graph"]',
    ),
    Option("extend-select", value_types.SELECTORS, [], "Rules to check besides those selected.", 'extend-select = ["GL402"]', joins=True),
    Option("ignore", value_types.SELECTORS, [], "The rules to leave out.", 'ignore = ["GL204"]'),
    Option(
        "extend-ignore", value_types.SELECTORS, [], "Rules to leave out besides those ignored.", 'extend-ignore = ["GL204"]', joins=True
    ),
    Option(
        "per-file-ignores",
        value_types.SELECTOR_TABLE,
        {},
        "Rules to leave out of the files that match a pattern; a pattern that begins with ! stands for all files but those.",
        '[per-file-ignores]\n"tests/*" = ["GL2"]',
    ),
    Option(
        "extend-per-file-ignores",
        value_types.SELECTOR_TABLE,
        {},
        "More of the same, added to what the extended file says.",
        '[extend-per-file-ignores]\n"examples/*" = ["GL501"]',
        joins=True,
    ),
    Option(
        "severity",
        value_types.SEVERITY_TABLE,
        {},
        "How grave the findings of some rules are; the longest selector that speaks of a rule decides.",
        '[severity]\nGL2 = "error"\nstored-graph = "info"',
        joins=True,
    ),
    Option(
        "exclude",
        value_types.PATTERNS,
        [],
        "What to leave out of the folders that are checked: patterns as in a .gitignore. A file that is named is checked all the same, "
        "unless force-exclude is set.",
        'exclude = ["vendor/", "*_pb2.py"]',
    ),
    Option("extend-exclude", value_types.PATTERNS, [], "What to leave out besides.", 'extend-exclude = ["third_party/"]', joins=True),
    Option(
        "target-torch",
        value_types.VERSION_OF_TORCH,
        NEWEST_TORCH,
        "The version of PyTorch that the code runs on: what torch.__version__ is taken to be.",
        f'target-torch = "{NEWEST_TORCH}"',
    ),
    Option(
        "effects",
        value_types.EFFECT_TABLE,
        {},
        "What functions do to the graph of their arguments, by qualified name: those of other libraries, and those of the project whose "
        "code should not be looked into.",
        '[effects]\n"mylib.detach_all" = "detaches"\n"mylib.train_loss" = "returns a float"',
        joins=True,
    ),
    Option("src", value_types.PATHS, ["."], "The folders that the project's modules are imported from.", 'src = ["src"]'),
    Option(
        "force-exclude",
        value_types.BOOLEAN,
        False,
        "Leave out what is excluded even where it is named, as hooks do.",
        "force-exclude = true",
        file=False,
    ),
    Option("respect-gitignore", value_types.BOOLEAN, True, "Leave out what git ignores.", "respect-gitignore = false", file=False),
    Option(
        "output-format", value_types.one_of(OUTPUT_FORMATS), "full", "How findings are printed.", 'output-format = "concise"', file=False
    ),
    Option("fix", value_types.BOOLEAN, False, "Make the fixes that are safe, as --fix does.", "fix = true", file=False),
    Option(
        "unsafe-fixes", value_types.BOOLEAN, False, "Trust unsafe fixes too, as --unsafe-fixes does.", "unsafe-fixes = true", file=False
    ),
    Option("show-fixes", value_types.BOOLEAN, False, "List the fixes that were made.", "show-fixes = true", file=False),
    Option(
        "baseline",
        value_types.PATH,
        None,
        "A file of known findings, written by --write-baseline: these are not reported.",
        'baseline = "graphlint-baseline.json"',
        file=False,
    ),
    Option("cache-dir", value_types.PATH, ".graphlint_cache", "Where results are kept.", 'cache-dir = "~/.cache/graphlint"', file=False),
    Option("jobs", value_types.COUNT, None, "The most processes to check with. By default one a core.", "jobs = 4", file=False),
)
BY_NAME = {option.name: option for option in OPTIONS}
# What stands in a file as a path, or as patterns, is meant from the folder of that file.
ANCHORED = {"per-file-ignores", "extend-per-file-ignores", "exclude", "extend-exclude"}
PATHS = {"baseline", "cache-dir"}
