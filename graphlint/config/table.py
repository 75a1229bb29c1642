"""The table of settings: name, kind, default and description of each.

Settings files, the JSON schema, the reference in docs/configuration.md and the command-line options are all derived from it.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from graphlint.config import value_types
from graphlint.config.output_formats import OUTPUT_FORMATS
from graphlint.config.value_types import Kind
from graphlint.libraries.assumptions import NEWEST_TORCH
from graphlint.rule.unit_tests import Applicable
from graphlint.source.parsers import Parser


class Group(enum.Enum):
    """The groups of options in `graphlint check --help`."""

    RULES = "rules and settings"
    FILES = "files"
    FIXES = "fixes"
    BASELINE = "known findings"
    OUTPUT = "output"
    RUN = "run"


@dataclass(frozen=True)
class Setting:
    """One setting, and the command-line option of the same name.

    `text` documents both; its first sentence is the option's help. A setting without a `group` has no option. A setting that is not
    `per_file` is read once, from the configuration of the current directory. The value of a `merged` setting is added to that of the file
    that its file extends; other settings replace it.
    """

    name: str
    kind: Kind
    default: Any
    text: str
    example: str
    group: Group | None = None
    metavar: str | None = None
    per_file: bool = True
    merged: bool = False

    @property
    def help(self) -> str:
        """The first sentence of the description, without its period."""
        return self.text.partition(". ")[0].removesuffix(".")


EXTEND = Setting(
    "extend",
    value_types.PATH,
    None,
    "Another settings file to build on. Settings in this file replace those of the extended file, except `severity`, `effects`, and "
    "settings whose names begin with `extend-`, which are added to it. It may be a pyproject.toml.",
    'extend = "../graphlint.toml"',
)

SETTINGS = (
    Setting(
        "select",
        value_types.SELECTORS,
        None,
        "Rules to check: codes, names, or prefixes of codes; ALL for every rule. Default: every rule that is on by default. If select and "
        "ignore both match a rule, the longer selector wins; if both are equally long, ignore wins.",
        'select = ["GL1", "stored-graph"]',
        Group.RULES,
        "RULE",
    ),
    Setting(
        "extend-select",
        value_types.SELECTORS,
        [],
        "Rules to check in addition to those selected.",
        'extend-select = ["GL402"]',
        Group.RULES,
        "RULE",
        merged=True,
    ),
    Setting("ignore", value_types.SELECTORS, [], "Rules to skip.", 'ignore = ["GL204"]', Group.RULES, "RULE"),
    Setting(
        "extend-ignore",
        value_types.SELECTORS,
        [],
        "Rules to skip in addition to those ignored.",
        'extend-ignore = ["GL204"]',
        Group.RULES,
        "RULE",
        merged=True,
    ),
    Setting(
        "per-file-ignores",
        value_types.SELECTOR_TABLE,
        {},
        "Rules to skip in files that match a pattern. A pattern that begins with ! matches every other file.",
        '[per-file-ignores]\n"tests/*" = ["GL2"]',
        Group.RULES,
        "PATTERN:RULE",
    ),
    Setting(
        "extend-per-file-ignores",
        value_types.SELECTOR_TABLE,
        {},
        "More per-file-ignores, in addition to those of the configuration files.",
        '[extend-per-file-ignores]\n"examples/*" = ["GL501"]',
        Group.RULES,
        "PATTERN:RULE",
        merged=True,
    ),
    Setting(
        "unit-tests",
        value_types.one_of(tuple(item.value for item in Applicable)),
        Applicable.ERRORS.value,
        "Rules that apply in unit tests: errors or all. With `errors`, GL2, GL3, GL4 and GL5 are not reported in code that only pytest or "
        "unittest runs, except GL302 and GL303.",
        'unit-tests = "all"',
        Group.RULES,
        "RULES",
    ),
    Setting(
        "preview",
        value_types.BOOLEAN,
        False,
        "Check rules that are in preview, too: they are on in a later version. Without it, only their full code or name selects them.",
        "preview = true",
        Group.RULES,
    ),
    Setting(
        "severity",
        value_types.SEVERITY_TABLE,
        {},
        "Severity per rule or prefix; the most specific selector wins.",
        '[severity]\nGL2 = "error"\nstored-graph = "info"',
        merged=True,
    ),
    Setting(
        "exclude",
        value_types.PATTERNS,
        [],
        "Paths to exclude, as patterns in .gitignore syntax. A file that is passed explicitly is checked anyway, unless force-exclude is "
        "set.",
        'exclude = ["vendor/", "*_pb2.py"]',
        Group.FILES,
        "PATTERN",
    ),
    Setting(
        "extend-exclude",
        value_types.PATTERNS,
        [],
        "Additional paths to exclude.",
        'extend-exclude = ["third_party/"]',
        Group.FILES,
        "PATTERN",
        merged=True,
    ),
    Setting(
        "target-torch",
        value_types.VERSION_OF_TORCH,
        NEWEST_TORCH,
        "The PyTorch version to assume, as the value of torch.__version__.",
        f'target-torch = "{NEWEST_TORCH}"',
    ),
    Setting(
        "effects",
        value_types.EFFECT_TABLE,
        {},
        "Effects of functions, classes and methods on autograd graphs, by qualified name. Use it for other libraries, and for your own "
        "functions that graphlint should not analyze. An effect that needs names of parameters is a table.",
        '[effects]\n"mylib.detach_all" = "detaches"\n"mylib.train_loss" = "returns a float"\n'
        '"mylib.wrap" = { effect = "returns its arguments", arguments = ["model"] }',
        merged=True,
    ),
    Setting("src", value_types.PATHS, ["."], "Directories from which the project's modules are imported.", 'src = ["src"]'),
    Setting(
        "parser",
        value_types.one_of(tuple(parser.value for parser in Parser)),
        Parser.AUTO.value,
        "Parser of the checked files. `auto` is that of the Python that runs graphlint, and libcst for files in a later syntax. "
        "`libcst` parses every file that it can; it takes longer, and the findings are the same. Before Python 3.12 it alone knows the "
        "exact places of all expressions in f-strings.",
        'parser = "libcst"',
        per_file=False,
    ),
    Setting(
        "force-exclude",
        value_types.BOOLEAN,
        False,
        "Enforce exclusions even for files passed explicitly (for pre-commit).",
        "force-exclude = true",
        Group.FILES,
        per_file=False,
    ),
    Setting(
        "respect-gitignore",
        value_types.BOOLEAN,
        True,
        "Skip files that git ignores.",
        "respect-gitignore = false",
        Group.FILES,
        per_file=False,
    ),
    Setting(
        "output-format",
        value_types.one_of(OUTPUT_FORMATS),
        "full",
        f"Output format: {', '.join(OUTPUT_FORMATS)}.",
        'output-format = "concise"',
        Group.OUTPUT,
        "FORMAT",
        per_file=False,
    ),
    Setting(
        "fail-on",
        value_types.one_of(value_types.SEVERITIES),
        "info",
        "Least severity of a finding that makes the exit status 1: error, warning or info. Findings below it are still reported.",
        'fail-on = "error"',
        Group.RUN,
        "SEVERITY",
        per_file=False,
    ),
    Setting("fix", value_types.BOOLEAN, False, "Apply safe fixes and report what remains.", "fix = true", Group.FIXES, per_file=False),
    Setting(
        "unsafe-fixes",
        value_types.BOOLEAN,
        False,
        "Include fixes that may change what the program computes.",
        "unsafe-fixes = true",
        Group.FIXES,
        per_file=False,
    ),
    Setting(
        "show-fixes",
        value_types.BOOLEAN,
        False,
        "List the applied fixes. On the command line it implies --fix, unless --diff is given.",
        "show-fixes = true",
        Group.FIXES,
        per_file=False,
    ),
    Setting(
        "baseline",
        value_types.PATH,
        None,
        "File of known findings, which are not reported. It is written by --write-baseline.",
        'baseline = "graphlint-baseline.json"',
        Group.BASELINE,
        "FILE",
        per_file=False,
    ),
    Setting(
        "cache-dir",
        value_types.PATH,
        ".graphlint_cache",
        "Directory of the cache. In a settings file it must be below that of the project, in GRAPHLINT_CACHE_DIR it may be anywhere.",
        'cache-dir = "build/graphlint"',
        Group.RUN,
        "DIRECTORY",
        per_file=False,
    ),
    Setting(
        "jobs",
        value_types.COUNT,
        None,
        "Maximum number of processes. Default: one per core.",
        "jobs = 4",
        Group.RUN,
        "N",
        per_file=False,
    ),
)
BY_NAME = {setting.name: setting for setting in SETTINGS}
