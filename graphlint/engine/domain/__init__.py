"""The abstract domain: values, heap, path state, autograd graph, path condition, and the join of paths.

A run executes one root. Its `Graph` is shared by all paths and only grows: nodes, events and the numbers that order them. Each path
has a `State`: a heap of mutable objects and the status of nodes, storages and leaves so far. Values are immutable. No module of this
package knows the machine.
"""
