"""Fixes: text edits that remove a finding and leave the rest of the file byte for byte unchanged.

A rule proposes fixes (`Rule.fixes`) with one of the `strategies`. These read the tree of the analysis with `graphlint.rule.code` and
`queries`, and change libcst's with `edits`, one kind of change each. `prove` accepts proposals by analyzing the changed text; `apply`
applies several to one text; `write` writes it.
"""
