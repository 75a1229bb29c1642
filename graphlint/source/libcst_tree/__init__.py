"""Convert libcst's concrete syntax tree to the tree of `ast`, with the same constants and positions."""
