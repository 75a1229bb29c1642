"""Table of the commands."""

# Each command and its module; `graphlint PATH` is short for `graphlint check PATH`.
COMMANDS = {
    "check": "graphlint.cli.check",
    "rule": "graphlint.cli.rule",
    "config": "graphlint.cli.config",
    "clean": "graphlint.cli.clean",
    "server": "graphlint.cli.server",
}
