"""Fixes: sets of text edits that take a finding away and leave the rest of the file byte for byte as it was.

A rule proposes (`Rule.fixes`) with one of the `strategies`, which stand on `code` (the syntax around a place), `lookups` and `names` (what
expressions and statements are and do), and `edits` and `blocks` (one kind of change each). `proving` keeps of its proposals those that
hold, by analysing the changed text; `applying` makes several in one text, `files` writes it. `model` says what an edit and a fix are.
"""
