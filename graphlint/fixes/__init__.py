"""Fixes: text edits that remove a finding and leave the rest of the file byte for byte unchanged.

A rule proposes fixes (`Rule.fixes`) with one of the `strategies`. These use `graphlint.rule.code` (the syntax around a place), `lookups`
and `names` (the roles of expressions and statements), and `edits` and `blocks` (one kind of change each). `prove` accepts proposals by
analyzing the changed text; `apply` applies several to one text; `write` writes it.
"""
