"""The abstract domain: values, heap, path state, path condition, autograd graph, and the join of paths.

Read in this order:

- `values`: abstract values. They are immutable; what may change is on the heap or in the tables of the state.
- `term`, `terms`: symbols of values, and typed terms of what a path tests; `symbols` compares them.
- `path_condition`, `indices`: what a path has assumed, and what follows from it; `path_facts`: other facts of a path.
- `state`, `records`: the state of one path. All that may differ between two paths is there.
- `join`: the states that are joined, and what the joined state keeps.
- `graph`: what all paths of a run share: `nodes`, `unresolved_results`, `loop_runs`, `tensor_history`.
  Nodes and events are added, never removed.
- `graph_effects`, `presumed_gradients`: the effects of a backward pass, an in-place change and a step on the state of a path.
- `havoc_log`: what code that is not executed may have done. It is part of the event stream of the run, and holds on all paths. What such
  code changes on its own path is written to that path's state: gradients become doubtful, containers inexact, attributes with a graph
  unknown.
- `reuse`, `plausibility`: presumptions that keep doubtful errors from being reported.

A run executes one root. No module of this package imports the machine.
"""
