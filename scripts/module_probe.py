"""Probe of torch.nn classes: does an instance save the tensors that the operation of its forward saves?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from operation_probe import Finding, Probe, combine, same, torch
from operation_samples import HERE, evaluate, rows

MODULE_HEADER = ["name", "operation", "parameters", "returns", "note"]
# Classes that are not layers: containers, parameters, buffers and base classes.
NOT_LAYERS = frozenset(
    (
        *("Buffer", "Container", "DataParallel", "LinearCrossEntropyOptions", "Module", "ModuleDict", "ModuleList", "Parameter"),
        *("ParameterDict", "ParameterList", "RNNBase", "RNNCellBase", "Sequential", "UninitializedBuffer", "UninitializedParameter"),
    )
)
# Names of the same tensors in recurrent cells and layers, and in the operations that they call.
OPERANDS = {"weight_ih": "w_ih", "weight_hh": "w_hh", "bias_ih": "b_ih", "bias_hh": "b_hh"}
RECURRENT = ("lstm", "gru", "rnn_tanh")


@dataclass(frozen=True)
class ModuleSample:
    """One line of module_samples.txt."""

    name: str
    arguments: str
    inputs: str
    operation: str
    returns: str
    note: str

    def instance(self) -> Any:
        """Return an instance in training mode; parameters of a lazy module are initialized."""
        torch.default_generator.manual_seed(1)
        module = evaluate(f"nn.{self.name}({self.arguments})", {})
        if self.name.startswith("Lazy"):
            module(*evaluate(f"dict({self.inputs})", {}).values())
        return module

    def operand(self, parameter: str) -> str:
        """Return the operation's name for a parameter or a buffer."""
        if self.operation == "composite":
            return "parameters"
        if self.operation in RECURRENT:
            return "params"
        return OPERANDS.get(parameter, parameter).replace(".", "_")

    def make(self, training: bool) -> dict[str, Any]:
        """Return the inputs, parameters and buffers by the operation's names, and their instance."""
        module = self.instance().train(training).requires_grad_(False)
        torch.default_generator.manual_seed(1)
        operands: dict[str, Any] = evaluate(f"dict({self.inputs})", {})
        grouped: dict[str, list[Any]] = {}
        for name, tensor in [*module.named_parameters(), *module.named_buffers()]:
            grouped.setdefault(self.operand(name), []).append(tensor)
        operands.update({name: tensors[0] if len(tensors) == 1 else tensors for name, tensors in grouped.items()})
        operands["module"] = module
        return operands

    def run(self, operands: Mapping[str, Any]) -> Any:
        return operands["module"](*(operands[name] for name in evaluate(f"dict({self.inputs})", {})))

    def probe(self, training: bool) -> Probe:
        return Probe(lambda: self.make(training), self.run)


def structure(result: Any) -> str:
    """Return the nesting of a result, with a dot for each tensor."""
    if isinstance(result, (tuple, list)):
        return "(" + " ".join(structure(part) for part in result) + ")"
    return "."


def expected(cells: Sequence[str], training: bool) -> dict[str, frozenset[str]]:
    """Return the saved tensors according to a line of operations.tsv."""
    text = cells[2] if training or cells[3] == "=" else cells[3]
    entries = [entry.replace("*", "").partition(":") for entry in text.split()]
    return {name: frozenset(filter(None, kept.split("+"))) for name, _, kept in entries}


def disagreement(sample: ModuleSample, found: Finding, cells: Sequence[str], training: bool) -> str:
    """Return the difference between the module and its operation for the operands that it has."""
    saves = composite(sample, found.saves) if sample.operation == "composite" else found.saves
    present = set(sample.make(training)) | {"own", "inputs"} | {f"result{index or ''}" for index in range(found.outputs)}
    wanted = {name: kept & present for name, kept in expected(cells, training).items() if name in present}
    if wanted.keys() == saves.keys() and all(same(wanted[name], saves[name]) for name in wanted):
        return ""
    return f"saves {shown(saves)}, its operation {shown(wanted)}"


def composite(sample: ModuleSample, saves: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Return the same with all inputs called "inputs", as in the line "composite"."""
    inputs = evaluate(f"dict({sample.inputs})", {})
    renamed: dict[str, frozenset[str]] = {}
    for name, kept in saves.items():
        key = "inputs" if name in inputs else name
        renamed[key] = renamed.get(key, frozenset()) | {"inputs" if one in inputs else one for one in kept}
    return renamed


def shown(saves: Mapping[str, frozenset[str]]) -> str:
    return " ".join(f"{name}:{'+'.join(sorted(kept))}" for name, kept in saves.items())


def module_rows(lines: Mapping[str, Sequence[str]]) -> tuple[list[list[str]], list[str]]:
    """Return the lines of modules.tsv and the disagreements."""
    table: list[list[str]] = []
    problems: list[str] = []
    samples = [ModuleSample(*columns) for columns in rows(HERE / "module_samples.txt", 6)]
    for sample in samples:
        returns = sample.returns or "tensor"
        try:
            module = sample.instance()
            for training in (True, False):
                found = combine(sample.probe(training))
                problems.extend(f"{sample.name}: {problem}" for problem in found.problems)
                wrong = disagreement(sample, found, lines[sample.operation], training) if sample.operation in lines else "no such operation"
                if wrong:
                    problems.append(f"{sample.name} ({'training' if training else 'evaluation'}): {wrong}")
            result = structure(sample.run(sample.make(True)))
        except Exception as error:  # noqa: BLE001 - whatever a sample raises is reported, and the others go on
            problems.append(f"{sample.name}: {type(error).__name__}: {str(error).strip().splitlines()[0]}")
            continue
        words = returns.replace("tensor", ".").replace("state", ".")
        if result not in (words, f"({words})"):
            problems.append(f"{sample.name}: returns {result}")
        parameters = [name for name, _ in module.named_parameters()]
        table.append([f"torch.nn.{sample.name}", sample.operation, " ".join(parameters), returns, sample.note])
    known = {sample.name for sample in samples} | NOT_LAYERS
    classes = [name for name in dir(torch.nn) if isinstance(getattr(torch.nn, name), type)]
    problems.extend(f"torch.nn.{name} has no sample" for name in classes if name not in known)
    return table, problems
