"""Snippets as sources: code that was pasted without its surroundings.

`masks` blanks what is not code (fences, prompts, outputs, magics) without moving a character, `layout` gives each piece the block headers
that its indentation needs, `cells` tells the code of a notebook's page from its outputs, `assumed_names` finds the names that the snippet
reads before it binds them (`read_first`) and which of them are leaves (`updated_leaves`), `not_shown` replaces `...` by a statement for
code that is not shown, `snippet` is the `Source`.
"""
