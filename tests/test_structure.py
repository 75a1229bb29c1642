"""The structure of the package: no cycles between packages or modules, dependencies in one direction."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

import graphlint

ROOT = Path(graphlint.__file__).parent

ENGINE = "graphlint.engine."
LAYERS = (
    "domain", "machine", "facts", "retention", "operations", "havoc", "models.python", "models.torch", "models.libraries", "exec",
    "dispatch", "roots",
)  # fmt: skip
"""The packages of the engine: each may import those before it."""


def imports() -> dict[str, set[str]]:
    """Every module with the modules that it imports, anywhere in its text and also only for types."""
    modules = {".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__"): path for path in ROOT.rglob("*.py")}
    found: dict[str, set[str]] = {}
    for name, path in modules.items():
        named: set[str] = set()
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                named |= {f"{node.module}.{item.name}" if f"{node.module}.{item.name}" in modules else node.module for item in node.names}
            elif isinstance(node, ast.Import):
                named |= {item.name for item in node.names}
        found[name] = (named & modules.keys()) - {name}
    return found


def cycles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """The strongly connected components of more than one node, by Tarjan's algorithm without recursion."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []
    for start in graph:
        if start in index:
            continue
        work = [(start, iter(sorted(graph[start])))]
        index[start] = low[start] = len(index)
        stack.append(start)
        while work:
            node, successors = work[-1]
            following = next((item for item in successors if item not in index), None)
            if following is not None:
                index[following] = low[following] = len(index)
                stack.append(following)
                work.append((following, iter(sorted(graph.get(following, ())))))
                continue
            work.pop()
            low[node] = min([low[node], *(low[item] for item in graph.get(node, ()) if item in stack)])
            if low[node] == index[node]:
                component = set(stack[stack.index(node) :])
                del stack[stack.index(node) :]
                if len(component) > 1:
                    found.append(component)
    return found


def package_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def test_cycles_are_found() -> None:
    """A test that finds no cycle anywhere would pass for the wrong reason."""
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": {"f"}, "f": {"e"}}) == [{"a", "b", "c"}, {"e", "f"}]
    assert cycles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_package_imports_another_in_a_cycle() -> None:
    packages: dict[str, set[str]] = defaultdict(set)
    for module, others in imports().items():
        # `graphlint` itself offers the public names of other modules.
        if module != "graphlint":
            packages[package_of(module)] |= {package_of(other) for other in others} - {package_of(module), "graphlint"}
    assert cycles(packages) == []


def test_no_module_imports_another_in_a_cycle() -> None:
    assert cycles(imports()) == []


def tagged_symbols(text: str) -> list[int]:
    """The lines on which a fact or a symbol is a tuple or a text with a tag."""
    lines = []
    for node in ast.walk(ast.parse(text)):
        match node:
            case (
                ast.Subscript(value=ast.Attribute(attr="known" | "truths"), slice=ast.Tuple() | ast.Constant())
                | ast.Call(func=ast.Attribute(value=ast.Attribute(attr="known" | "truths")), args=[ast.Tuple() | ast.Constant(), *_])
                | ast.Compare(
                    left=ast.Tuple() | ast.Constant(), ops=[ast.In() | ast.NotIn()], comparators=[ast.Attribute(attr="known" | "truths")]
                )
                | ast.Call(func=ast.Name(id="Unknown"), args=[ast.Tuple() | ast.JoinedStr() | ast.Constant(value=str()), *_])
                | ast.Compare(left=ast.Subscript(value=ast.Name(id="key" | "symbol"), slice=ast.Constant(value=0)))
            ):
                lines.append(node.lineno)
    return lines


def test_facts_and_symbols_are_typed_terms() -> None:
    """A key with a string tag is matched by text: a typo is a finding that nothing reports."""
    modules = {path.name: tagged_symbols(path.read_text(encoding="utf-8")) for path in (ROOT / "engine").rglob("*.py")}
    assert not {name: lines for name, lines in modules.items() if lines}


@pytest.mark.parametrize(
    "text",
    ["state.known['tag', 1]", "state.known.get(('tag', 1))", "('tag', 1) in path.truths", "Unknown(f'tag{name}')", "symbol[0] == 'tag'"],
)
def test_a_tagged_symbol_is_found(text: str) -> None:
    assert tagged_symbols(text) == [1]


def layer_of(module: str) -> str:
    """The package of a module of the engine, below `graphlint.engine`; that of a model has two parts."""
    parts = module.removeprefix(ENGINE).split(".")
    return ".".join(parts[: 2 if parts[0] == "models" else 1])


def test_packages_of_the_engine_import_only_those_below() -> None:
    for module, others in imports().items():
        if not module.startswith(ENGINE) or layer_of(module) == "models":
            continue
        layer = LAYERS.index(layer_of(module))
        above = {other for other in others if other.startswith(ENGINE) and LAYERS.index(layer_of(other)) > layer}
        assert not above, (module, above)


def syntax_read(text: str) -> list[int]:
    """The lines on which code imports `ast`, or reads the syntax tree of a function."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Import) and any(item.name.split(".")[0] == "ast" for item in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "ast")
        or (isinstance(node, ast.Attribute) and node.attr == "definition")
    ]


def test_the_engine_reads_instructions_and_facts_and_no_syntax_trees() -> None:
    modules = {path.name: syntax_read(path.read_text(encoding="utf-8")) for path in (ROOT / "engine").rglob("*.py")}
    assert not {name: lines for name, lines in modules.items() if lines}


@pytest.mark.parametrize("text", ["import ast", "from ast import Name", "def f(code):\n    return code.definition.body"])
def test_code_that_reads_syntax_trees_is_found(text: str) -> None:
    assert syntax_read(text) == [len(text.splitlines())]


MOST_POSITIONAL = 4
"""The most fields that a call may give to a record by position."""


def unbound_constants(text: str) -> list[str]:
    """The names of the constants of a module, in capitals, that a later statement could bind again."""
    found = []
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Assign) and not ast.unparse(statement.value).startswith("TypeVar("):
            found += [target.id for target in statement.targets if isinstance(target, ast.Name) and target.id.isupper()]
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.target.id.isupper():
            annotation = ast.unparse(statement.annotation)
            found += [statement.target.id] if not annotation.startswith(("Final", "TypeAlias")) else []
    return found


def test_constants_of_the_engine_are_final() -> None:
    """A table that all analyses of a process share must stay what it is, and a compiler can read it without a lookup by name."""
    paths = [path for package in ("engine", "autograd") for path in (ROOT / package).rglob("*.py")]
    found = {path.name: names for path in paths if (names := unbound_constants(path.read_text(encoding="utf-8")))}
    assert not found


@pytest.mark.parametrize("text", ["NAMES = frozenset(('a',))", "NAMES: frozenset[str] = frozenset()", "NAMES = OTHERS = ()"])
def test_a_constant_that_is_not_final_is_found(text: str) -> None:
    assert unbound_constants(text)


def test_records_of_many_fields_are_created_by_name() -> None:
    trees = {path: ast.parse(path.read_bytes()) for path in ROOT.rglob("*.py")}
    classes = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    records = {node.name for node in classes if any("dataclass" in ast.unparse(item) for item in node.decorator_list)}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for package in ("check", "rule", "report", "server", "pictures", "explain")
        for path, tree in trees.items()
        if path.is_relative_to(ROOT / package)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in records and len(node.args) > MOST_POSITIONAL
    ]
    assert {"Finding", "FileAnalysis", "Diagnostic"} <= records
    assert found == []


def test_settings_and_project_need_neither_the_engine_nor_reports() -> None:
    for module, others in imports().items():
        if package_of(module) in ("graphlint.config", "graphlint.project"):
            assert not {package_of(other) for other in others} & {"graphlint.engine", "graphlint.report"}, module


def test_the_top_level_holds_the_entry_points_and_packages() -> None:
    assert {path.name for path in ROOT.glob("*.py")} == {"__init__.py", "__main__.py", "api.py"}


def test_rules_ask_queries_and_read_no_sets_of_nodes() -> None:
    """Rules that combine sets of their own answer the same question differently."""
    sets = {"reached", "received", "reach_of", "unresolved_results", "presumed_data", "read"}
    for path in sorted((ROOT.parent / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "run":
                assert node.attr not in sets, (path.name, node.lineno)
            if isinstance(node, ast.ImportFrom):
                assert "Havoc" not in {item.name for item in node.names}, path.name


def test_one_module_records_havoc() -> None:
    calls = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Havoc"
    }
    assert calls == {"engine/domain/havoc_log.py"}


@pytest.mark.parametrize("package", ["engine", "ir", "autograd", "project"])
def test_no_function_in_a_function_calls_itself(package: str) -> None:
    """Its cell refers to it: without the cyclic garbage collector, the states of a run that it refers to would never be freed."""
    found = [
        f"{path}:{inner.lineno}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for outer in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(outer, ast.FunctionDef)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.FunctionDef) and inner is not outer
        for node in ast.walk(inner)
        if isinstance(node, ast.Name) and node.id == inner.name
    ]
    assert found == []


OF_SYSTEMS = frozenset(("system", "signals", "supervisor", "supervised_program", "windows_job"))
"""The modules of graphlint.common that may ask on which system they run."""
ASKED = re.compile(
    r"\bos\.name\b|\bsys\.platform\b|\bhasattr\((?:os|signal), |^ *import (?:fcntl|msvcrt|pwd|resource|signal|termios)\b", re.MULTILINE
)


def test_what_systems_do_differently_is_in_one_place() -> None:
    found = {path.relative_to(ROOT).as_posix(): ASKED.findall(path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.py")}
    asking = {name for name, words in found.items() if words}
    assert asking - {f"common/{name}.py" for name in OF_SYSTEMS} == set()
    assert {"common/system.py", "common/signals.py"} <= asking
