"""The abstract domain: values, heap, path state, path condition, autograd graph, and the join of paths.

Read in this order:

- `values`: abstract values. They are immutable; what may change is on the heap or in the tables of the state.
- `term`, `terms`: symbols of values, and typed terms of what a path tests; `symbols` compares them.
- `path_condition`, `indices`: what a path has assumed, and what follows from it; `fact_tables`, `path_facts`: other facts of a path.
- `objects`, `records`: the objects on the heap. `state`: the state of one path. All that may differ between two paths is there, except what
  one path establishes for all (see `State`).
- `step_order`, `scaler_stages`, `gradient_scale`, `counter_tests`: what a path knows of its optimizers, gradient scalers and counters.
- `join`: the states that are joined, and what the joined state keeps.
- `graph`: what all paths of a run share: `nodes`, `unresolved_results`, `loop_runs`, `tensor_history`.
  Nodes and events are added, never removed.
- `graph_effects`, `presumed_gradients`: the effects of a backward pass, an in-place change and a step on the state of a path.
- `havoc_log`: what code that is not executed may have done. It is part of the event stream of the run, and holds on all paths. What such
  code changes on its own path is written to that path's state: gradients become doubtful, containers inexact, attributes with a graph
  unknown.
- `reuse`, `plausibility`: presumptions that keep doubtful errors from being reported. `unknown_graphs`: which backward passes may enter a
  graph that unresolved code built.
- `class_lookup`, `constants`, `shapes`: Python's attribute lookup, slices and numbers, and partially known shapes.

A run executes one root: the code of a module, or a function that is called with unknown arguments. (The roots of a backward pass are the
tensors at which it starts.) A loop run is one execution of a loop statement, identified by a number. About `Limits.passes` iterations of
a loop of unknown length are executed (fewer inside of other loops, one more after a new branch, two periods of a counter that a step waits
for), and the last ones stand for all that follow: a counter is unknown after the loop, and the owners of graphs are evaluated by what their
values had in common with those of earlier iterations (`retention`). How many iterations over a collection of known length are executed is
in `Limits`, too.

`Certainty` has one meaning everywhere. YES and NO hold on the path whatever unresolved code does, given the presumptions that
docs/internal/special-cases.md lists. MAYBE is what unresolved code decides: no error is reported on it.

Havoc has two halves. The record (`havoc_log`) holds for all paths of the run, and rules read it as an event. The change of the path's own
state is made where the record is: in the package `havoc` for unresolved calls, in `exec` for calls of the program that are not executed;
for gradients, by `presumed_gradients`. A record is settled when rules ask (`havoc_log`).

Words:

- symbol: the identity of an unknown value. Equal symbols are equal values on all paths.
- root: the code that a run executes; or a tensor at which a backward pass starts.
- owner: the name, attribute or container that keeps a graph alive.
- growth class: what becomes of the graphs that a loop stores in an owner (`autograd.events.Growth`). `retention.growth` computes it.
- summarized: one abstract value, element or iteration stands for several of the program. So do an `Each`, a tensor that `StandsFor`
  several, `terms.Rest` (the unknown elements of a list), and a loop run of `LoopRuns.summarized`.
- doubt: a reason why a rule reports nothing.

No module of this package imports the machine.
"""
