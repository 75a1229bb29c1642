"""The schema with which VS Code completes rules in the extension's settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from generators.rule_facts import FAMILIES, family, own_rules, summary

SCHEMA = "vscode-extension/schemas/settings.json"
SETTINGS = ("select", "extendSelect", "ignore")
RULES = "rules"


def texts(root: Path) -> dict[str, str]:  # noqa: ARG001  one signature for all generators
    """The generated files by their paths from the root of the repository."""
    return {SCHEMA: json.dumps(schema(), indent=2) + "\n"}


def schema() -> dict[str, Any]:
    """JSON schema of a settings.json: completions instead of an enum, which would reject the rules of other distributions."""
    properties = {f"graphlint.{name}": {"$ref": f"#/definitions/{RULES}"} for name in SETTINGS}
    rules = {"items": {"defaultSnippets": snippets()}}
    # A workspace file holds the settings in an object.
    settings = {"properties": {"settings": {"properties": properties}, **properties}}
    return {"$schema": "http://json-schema.org/draft-07/schema#", **settings, "definitions": {RULES: rules}}


def snippets() -> list[dict[str, str]]:
    """A completion for each family of rules, and for each rule."""
    families = [{"label": f"GL{digit}", "description": title, "body": f"GL{digit}"} for digit, title in FAMILIES.items() if family(digit)]
    rules = [{"label": f"{rule.code} {rule.name}", "description": summary(rule), "body": rule.code} for rule in own_rules()]
    return [*families, *rules]
