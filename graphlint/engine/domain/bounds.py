"""The bounds of what is modeled, searched and executed, other than the budgets of a run (`machine.limits`)."""

from typing import Final

# How far values are followed

SYMBOL_DEPTH: Final = 6
"""The maximum depth of a symbol. The symbol of a value computed in a loop would contain itself, twice as often in each iteration, and every
lookup in the path condition hashes the whole symbol."""

LEVELS_TO_A_TENSOR: Final = 3
"""The maximum number of containers and objects between a value and a tensor in it."""

LEVELS_OF_SUBMODULES: Final = 4
"""The maximum depth of submodules that are searched."""

LEVELS_TO_PARAMETERS: Final = 4
"""The maximum number of containers and objects between an argument and the parameters that a callee can reach."""

LEVELS_TO_A_STORE: Final = 6
"""The maximum number of attributes and elements between an argument and an object that a call can reach."""

LEVELS_OF_LISTS: Final = 3
"""The maximum depth of nested lists whose tensors are found."""

LEVELS_AROUND_A_MODULE: Final = 2
"""The maximum number of containers around a module."""

LEVELS_TO_A_FIELD: Final = 2
"""The maximum number of objects between the receiver of a root and a field that methods of the inner object may have set before."""

# How much of a value is modeled

CONSTANT_SIZE: Final = 4_096
"""The greatest size of a constant with which the analysis computes: characters of a text, bits of a whole number, items."""

EQUALITIES_OF_A_MEMBERSHIP: Final = 8
"""The maximum number of constants for which membership becomes a disjunction of equalities."""

SHORT_LIST: Final = 3
"""The largest length of a list or deque that counts as bounded: a few values that the program compares, not a history."""

GENERATED_ELEMENTS: Final = 8
"""The maximum number of elements that are computed for code that consumes the rest of a generator."""

COMBINATIONS: Final = 16
"""The maximum number of modeled combinations of elements."""

LIST_ITEMS: Final = 24
"""The maximum number of modeled items of a list."""

DEQUE_ITEMS: Final = 128
"""The maximum number of modeled items of a bounded deque, which removes the oldest one itself."""

NAMED_PARAMETERS: Final = 16
"""The maximum number of parameters for which a loop over their names is executed name by name."""

SAME_TENSORS: Final = 64
"""The maximum number of tensors that may be the same. With more, an item is an unknown value: a change would have to be applied to each."""

# How many paths are compared

ALTERNATIVES: Final = 3
"""The maximum number of modules, objects or functions for each of which a path is executed if an unknown index or key selects one. Of
more, it is an unknown one."""

COMPARED_STATES: Final = 4
"""The number of earlier states with which a state is compared: the forks of a condition are neighbors."""

PAIRS_OF_CONDITIONS: Final = 4
"""The greatest number of pairs of conditions of two paths that are searched. Paths that differ in more have little in common."""

# What is executed

CALLEE_SHARES: Final = 32
"""The parts of a root's budget, of which all calls of a function that does not train may spend one once the budget is spent."""

HELPER_LINES: Final = 16
"""The most lines of a function that is executed with what is kept of the budget for other files."""

HELPER_STEPS: Final = 120
"""The steps after which a call of a function of at most `HELPER_LINES` enters no other."""

CALLBACKS: Final = 8
"""The maximum number of escaping callbacks that are executed to find uses of graphs."""

INHERITED_METHODS: Final = 3
"""The maximum number of inherited methods analyzed for each class."""

REPEATED_CALLS: Final = 2
"""The number of calls of a repeated function that are executed."""

REPEATED_CALLS_WITH_STATE: Final = 3
"""The number of calls of a repeated function if the last one leaves a graph in a field that no backward pass has reached: the next call
may run it."""
