"""Fixes: sets of text edits that take a finding away and leave the rest of the file byte for byte as it was.

A rule proposes (`Rule.fixes`), with the help of `code` (the syntax around a place) and `edits` (one kind of change each); `proving` keeps
of its proposals those that hold, by analysing the changed text; `applying` makes several in one text, `files` writes it.
"""
