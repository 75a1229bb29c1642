"""Several reports as one: JSON lists of findings, or SARIF logs, each of one repository."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from graphlint.common.errors import UsageError

Object: TypeAlias = "dict[str, Any]"


class Part(NamedTuple):
    """The report of a repository: its name, the file that it is in, and its content."""

    name: str
    path: str
    data: Any


def merged(parts: Sequence[Part]) -> object:
    """Return one list of all findings, or one log with one run; each finding names its repository.

    Raises:
        UsageError: if a file is neither, or the files are not all of one kind.
    """
    kinds = [_kind(part) for part in parts]
    for part, kind in zip(parts, kinds, strict=True):
        if kind != kinds[0]:
            raise UsageError(f"{part.path} is a report in {kind}, {parts[0].path} one in {kinds[0]}; merge reports of one format")
    if kinds[0] == "json":
        return [{"repository": part.name, **finding} for part in parts for finding in part.data]
    return {**parts[0].data, "runs": [_one_run(parts)]}


def _kind(part: Part) -> str:
    if isinstance(part.data, list) and all(isinstance(item, dict) and "code" in item for item in part.data):
        return "json"
    runs = part.data.get("runs") if isinstance(part.data, dict) else None
    if isinstance(runs, list) and len(runs) == 1 and isinstance(runs[0], dict) and _is_own(runs[0]):
        return "sarif"
    raise UsageError(f"{part.path} is not a report of graphlint in json or sarif; write one with --output-format")


def _is_own(run: Object) -> bool:
    """Return True for a run as graphlint writes one, as far as it is read here."""
    try:
        driver, results = run["tool"]["driver"], run["results"]
        codes = [rule["id"] for rule in driver["rules"]]
        return driver["name"] == "graphlint" and all(isinstance(result["ruleId"], str) for result in results) and len(codes) >= 0
    except (KeyError, TypeError):
        return False


def _one_run(parts: Sequence[Part]) -> Object:
    """Return one run: services take a limited number of them."""
    runs = [(part.name, part.data["runs"][0]) for part in parts]
    rules = {rule["id"]: rule for _, run in runs for rule in run["tool"]["driver"]["rules"]}
    numbers = {code: number for number, code in enumerate(sorted(rules))}
    invocations = [(name, invocation) for name, run in runs for invocation in run.get("invocations", [])]
    notes = [
        {**note, "message": {"text": f"{name}: {note['message']['text']}"}}
        for name, invocation in invocations
        for note in invocation.get("toolExecutionNotifications", [])
    ]
    whole = all(invocation["executionSuccessful"] for _, invocation in invocations)
    first = {key: value for key, value in runs[0][1].items() if key != "originalUriBaseIds"}
    return {
        **first,
        "tool": {"driver": {**first["tool"]["driver"], "rules": [rules[code] for code in sorted(rules)]}},
        "invocations": [{"executionSuccessful": whole, **({"toolExecutionNotifications": notes} if notes else {})}],
        "results": [_result(result, name, numbers) for name, run in runs for result in run["results"]],
    }


def _result(result: Object, name: str, numbers: dict[str, int]) -> Object:
    located: Object = _named(result, name)
    located["properties"] = {**located.get("properties", {}), "repository": name}
    located.pop("ruleIndex", None)
    return located | ({"ruleIndex": numbers[result["ruleId"]]} if result["ruleId"] in numbers else {})


def _named(value: Any, name: str) -> Any:
    """Return a part of a result in which each file of the repository has the repository's name before its path."""
    if isinstance(value, list):
        return [_named(item, name) for item in value]
    if not isinstance(value, dict):
        return value
    if "uriBaseId" in value:
        return {"uri": f"{name}/{value['uri']}"}
    return {key: _named(item, name) for key, item in value.items()}


def render(parts: Sequence[Part]) -> Iterator[str]:
    yield json.dumps(merged(parts), indent=2, ensure_ascii=True) + "\n"
