"""Construction of operations.tsv: the combined results of the samples, and the inconsistencies among them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from operation_probe import Finding, Probe, combine, same, torch
from operation_samples import Sample, exists, in_place_spellings, parameters_of, resolve, spellings_of

HEADER = [
    *("name", "inputs", "saves", "eval_saves", "result", "outputs", "shape", "probed", "inplace", "parameters", "spellings", "note"),
    "gradient",
]
# How many results these have depends on their arguments.
VARYING = re.compile(
    r"broadcast_tensors|meshgrid|gradient|unique(_consecutive)?|(unsafe_|tensor_|[hvd])?split(_with_sizes)?(_copy)?"
    r"|(unsafe_)?chunk|unbind(_copy)?"
)


@dataclass
class Line:
    """A line of operations.tsv under construction: a sample and its probe results in training and in evaluation."""

    sample: Sample
    training: Finding
    evaluation: Finding
    result: str
    inplace: bool = False
    spellings: list[str] = field(default_factory=list)

    @property
    def inputs(self) -> dict[str, str]:
        made = self.sample.make()
        return {name: f"{name}*" if isinstance(value, (list, tuple)) else name for name, value in made.items() if value is not None}

    def cells(self, lines: Mapping[str, Line]) -> list[str]:
        """Return the line's columns; `lines` are all lines, of which a plainer one may share columns."""
        inputs = self.inputs
        saves, evaluation = (rendered(finding, inputs) for finding in (self.training, self.evaluation))
        outputs = 0 if VARYING.fullmatch(self.sample.name) else self.training.outputs
        probed = "not probed" if self.sample.unprobed else "probed"
        underived = " and ".join(name for name in self.training.saves if name in self.training.underived)
        missing = f"no derivative for {underived}: a backward raises NotImplementedError" if underived else ""
        notes = [self.sample.unprobed, missing, self.sample.note]
        base = lines.get(self.sample.name.removesuffix("_number").rstrip("_"), self)
        parameters = positional([*self.spellings, *base.spellings], tuple(inputs))
        return [
            *(self.sample.label, " ".join(inputs.values()), saves, "=" if evaluation == saves else evaluation),
            *(self.result, str(outputs), self.sample.shape, probed, "inplace" if self.inplace else "-"),
            *(" ".join(parameters), " ".join(self.spellings), "; ".join(filter(None, notes))),
            " ".join(f"{name}:{'+'.join(sorted(reached))}" for name, reached in self.training.differentiable.items() if reached),
        ]


def rendered(finding: Finding, inputs: Mapping[str, str]) -> str:
    """Return the entries of a column of saves."""
    entries = []
    for name, kept in finding.saves.items():
        names = ["others*" if one in finding.others else inputs.get(one, one) for one in sorted(kept)]
        entries.append(f"{inputs[name]}:{'+'.join(names)}")
    return " ".join(entries)


def positional(spellings: Sequence[str], inputs: Sequence[str]) -> list[str]:
    """Return the parameters of the first spelling whose signature is known and has the inputs in the order of the sample."""
    for spelling in spellings:
        function = None if spelling.rpartition(".")[2].startswith("__") else resolve(spelling)
        found = parameters_of(function, inputs) if callable(function) else []
        if spelling.startswith("torch.Tensor.") and "input" in found:  # a method's own tensor, wherever the function has it
            found = ["input", *(name for name in found if name != "input")]
        if found and [name for name in found if name in inputs] == [name for name in inputs if name in found]:
            return found
    return []


class Table:
    """Lines of operations.tsv derived from the samples, and the problems found."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self.lines: dict[str, Line] = {}
        self.problems: list[str] = []
        self.samples = 0
        self.explicit = {sample.label for sample in samples}
        for sample in samples:
            self.add(sample)

    def add(self, sample: Sample) -> None:
        line = self.probed(sample, inplace=sample.name.endswith("_") or sample.name.startswith("setitem"))
        if line is None:
            return
        self.samples += 1
        base = self.lines.get(sample.name)
        if sample.variant and base is not None:
            self.add_variant(line, base)
            return
        line.spellings = spellings_of(sample)
        plain = self.lines.get(sample.name.removesuffix("_number"))
        if plain is None or not agree(line, with_numbers(plain, line)):  # else the rule for numbers already tells it
            self.lines[sample.label] = line
        self.problems.extend(self.wrong_spellings(line))
        if not sample.name.endswith("_") and not sample.unprobed:
            self.add_in_place(line, line)

    def add_variant(self, line: Line, base: Line) -> None:
        """Add a separate line for other circumstances, if they make a difference that the omitted operands do not explain."""
        if {line.result, base.result} in ({"view", "new"}, {"view?", "new"}, {"view?", "view"}):
            base.result = "view?"
        line.spellings = spellings_of(replace(line.sample, name=""))
        if not agree(line, without(base, line)) or line.training.outputs != base.training.outputs:
            self.lines[line.sample.label] = line
            if not line.sample.note:
                self.problems.append(f"{line.sample.label}: differs, and no note tells when it applies")
        else:
            restrict_gradients(base, line)
        self.add_in_place(line, base)

    def add_in_place(self, line: Line, base: Line) -> None:
        """Probe the in-place form and add a separate line if its saves differ."""
        forms = [form for form in in_place_spellings(line.spellings) if f"-{form}" not in line.sample.aliases]
        sample = line.sample.in_place()
        if sample is None or sample.label in self.explicit:
            line.spellings += [] if sample else forms
            line.inplace = line.inplace or bool(sample or forms)
            return
        changed = self.probed(sample, inplace=True, required=line is base)
        if changed is None:
            return
        base.inplace = line.inplace = True
        general = self.lines.get(f"{base.sample.name.removesuffix('_number')}_")
        expected = self.lines.get(line.sample.label) or general or base
        if line.sample.name.endswith("_number") and general is not None:
            expected = with_numbers(general, line)
        if agree(changed, expected if expected is line else without(expected, line)):
            line.spellings += forms
            return
        changed.spellings = forms
        changed.sample = replace(sample, note="; ".join(filter(None, ["in place", line.sample.note])))
        self.lines[sample.label] = changed

    def probed(self, sample: Sample, inplace: bool, required: bool = True) -> Line | None:
        """Return a line with the probe results in both modes; None if the sample does not run, which is a problem if it is `required`
        to."""
        if sample.unprobed:
            return unprobed(sample)
        try:
            found = [combine(probe_of(sample, training, inplace)) for training in ((True, False) if sample.has_modes else (True,))]
        except Exception as error:  # noqa: BLE001 - whatever a sample raises is reported, and the others go on
            if required:
                self.problems.append(f"{sample.label}: {type(error).__name__}: {str(error).strip().splitlines()[0]}")
            return None
        accepted = "not a union" in sample.note
        problems = [problem for finding in found for problem in finding.problems if not (accepted and "the union is" in problem)]
        self.problems.extend(f"{sample.label}: {problem}" for problem in problems)
        training, evaluation = found[0], found[-1]
        if wrong := wrong_shape(sample, training):
            self.problems.append(f"{sample.label}: {wrong}")
        result = "none" if not training.saves else "view" if inplace or training.view else "view?" if evaluation.view else "new"
        return Line(sample, training, evaluation, result)

    def wrong_spellings(self, line: Line) -> Iterator[str]:
        """Return the spellings with which the same arguments have another result."""
        inputs = line.training.reachable_inputs
        for spelling in line.spellings:
            other = line.sample.spelled(spelling)
            if other is None or line.sample.unprobed or not exists(spelling):
                continue
            try:
                seen = probe_of(other, True, line.result == "view" and line.sample.name.endswith("_")).see(inputs)
            except Exception as error:  # noqa: BLE001 - as above
                yield f"{line.sample.label}: {spelling} takes other arguments: {str(error).strip().splitlines()[0]}"
                continue
            union = frozenset[str]().union(*(line.training.saves[name] for name in inputs))
            if (seen.outputs, seen.shape) != (line.training.outputs, line.training.shape) or not same(seen.saved or frozenset(), union):
                yield f"{line.sample.label}: {spelling} saves {sorted(seen.saved or ())} and has {seen.outputs} results"


def probe_of(sample: Sample, training: bool, inplace: bool) -> Probe:
    return Probe(sample.make, lambda operands: sample.run(operands, training), inplace)


def unprobed(sample: Sample) -> Line:
    """Return a line for a call that cannot be run here; after a semicolon, the reason may be followed by an assumption."""
    reason, _, assumed = sample.unprobed.partition(";")
    saves = {name: frozenset(filter(None, kept.split("+"))) for name, _, kept in (part.partition(":") for part in assumed.split())}
    finding = Finding(saves, outputs=1)
    return Line(replace(sample, unprobed=reason), finding, finding, "new" if any(saves.values()) else "view?")


def agree(one: Line, other: Line) -> bool:
    return all(
        mine.saves.keys() == theirs.saves.keys() and all(same(mine.saves[name], theirs.saves[name]) for name in mine.saves)
        for mine, theirs in ((one.training, other.training), (one.evaluation, other.evaluation))
    )


def without(base: Line, line: Line) -> Line:
    """Return the saves of `base` without the operands that `line` does not have."""
    absent = set(base.inputs) - set(line.inputs)

    def restricted(finding: Finding) -> Finding:
        return replace(finding, saves={name: kept - absent for name, kept in finding.saves.items() if name not in absent})

    return replace(base, training=restricted(base.training), evaluation=restricted(base.evaluation))


def restrict_gradients(base: Line, line: Line) -> None:
    """Reduce the tensors in which gradients of `base` can be differentiated to those for which that holds in `line` as well."""
    found, present = base.training.differentiable, {*line.sample.make(), "result"}
    for name in line.training.reachable_inputs:
        mine, other = found.get(name, frozenset()), line.training.differentiable.get(name, frozenset())
        if "result" in other:
            continue
        found[name] = other if "result" in mine else mine & (other | (mine - present))


def with_numbers(plain: Line, line: Line) -> Line:
    """Return the saves of `plain` with Python numbers for the operands that `line` does not have."""
    present = set(line.sample.make())

    def replaced(finding: Finding) -> Finding:
        saves = {
            name: frozenset("own" if one in plain.inputs and one not in present else one for one in kept)
            for name, kept in finding.saves.items()
            if name in present
        }
        return replace(finding, saves=saves)

    return replace(plain, training=replaced(plain.training), evaluation=replaced(plain.evaluation))


def wrong_shape(sample: Sample, finding: Finding) -> str:
    """Return a contradiction to the shape that the sample states, if any."""
    shapes = [tuple(value.shape) for value in sample.make().values() if hasattr(value, "shape")]
    expected: dict[str, Callable[[], tuple[int, ...]]] = {
        "same": lambda: shapes[0],
        "broadcast": lambda: tuple(torch.broadcast_shapes(*shapes)),
        "scalar": lambda: (),
        "loss": lambda: () if sample.variant != "none" else finding.shape,
    }
    if sample.shape not in expected or expected[sample.shape]() == finding.shape:
        return ""
    return f"is said to have the shape {sample.shape}, but has {finding.shape} for {shapes}"
