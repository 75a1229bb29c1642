"""The machine: runs blocks of instructions over the states of all paths."""
