"""The abstract domain: values, heap, state, graph, what a path has assumed, and when two paths are joined."""
