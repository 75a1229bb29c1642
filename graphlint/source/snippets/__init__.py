"""Snippets as sources: code that was pasted without its surroundings.

`masks` blanks what is not code (fences, prompts, outputs, magics) without moving a character, `layout` gives each piece the block headers
that its indentation needs, `assumed_names` finds the names that the snippet reads and nothing binds, `not_shown` replaces `...` by a
statement for code that is not shown, `snippet` is the `Source`.
"""
