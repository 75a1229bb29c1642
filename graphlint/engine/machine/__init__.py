"""The interpreter: executes blocks of instructions on the states of all paths, and the records of calls, loops, limits and results."""
