"""Scan many trees, one after the other, and print one line of JSON a tree: python scan.py TREE ..."""

import json
import resource
import sys

import graphlint


def scan(tree: str) -> dict[str, object]:
    """Check one tree without its fixes. What goes wrong is part of the result: it ends this tree alone."""
    try:
        result = graphlint.check_paths([tree], fixes=False)
    except Exception as error:  # a settings file of the tree may be invalid
        return {"tree": tree, "findings": [], "errors": [str(error)]}
    findings = [f"{item.place.path}:{item.place.start.row} {item.code} {item.message}" for item in result.diagnostics]
    return {"tree": tree, "findings": findings, "errors": [failure.message for failure in result.failures]}


def memory() -> int:
    """Return the most memory of this process in megabytes (Linux)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    for tree in sys.argv[1:]:
        print(json.dumps(scan(tree)))
    print(f"{memory()} MB", file=sys.stderr)
