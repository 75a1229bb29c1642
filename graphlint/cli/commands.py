"""Table of the commands."""

# Each command and its module; `graphlint PATH` is short for `graphlint check PATH`.
COMMANDS = {
    "check": "graphlint.cli.check",
    "diff": "graphlint.cli.diff",
    "confirm": "graphlint.cli.confirm",
    "explain": "graphlint.cli.explain",
    "graph": "graphlint.cli.graph",
    "rule": "graphlint.cli.rule",
    "report": "graphlint.cli.report",
    "config": "graphlint.cli.config",
    "clean": "graphlint.cli.clean",
    "merge": "graphlint.cli.merge",
    "server": "graphlint.cli.server",
    "mcp": "graphlint.cli.mcp",
}
