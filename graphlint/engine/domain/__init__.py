"""The abstract domain: values, heap, path state, path condition, autograd graph, and the join of paths.

Read in this order:

- `values`: abstract values. They are immutable; what may change is on the heap or in the tables of the state.
- `term`, `terms`: symbols of values, and typed terms of what a path tests; `symbols` compares them.
- `path_condition`, `indices`: what a path has assumed, and what follows from it; `fact_tables`, `path_facts`: other facts of a path;
  `readable_facts`: which of them the program can read again.
- `objects`, `records`: the objects on the heap. `state`: the state of one path. All that may differ between two paths is there, except what
  one path establishes for all (see `State`).
- `step_order`, `scaler_stages`, `gradient_scale`, `counter_tests`: what a path knows of its optimizers, gradient scalers and counters.
- `join`, `graph_status`: the states that are joined, and what the joined state keeps.
- `graph`: what all paths of a run share: `nodes`, `unresolved_results`, `loop_runs`, `tensor_history`.
  Nodes and events are added, never removed.
- `graph_effects`, `presumed_gradients`: the effects of a backward pass, an in-place change and a step on the state of a path.
- `havoc_log`: the record of what code that is not executed may have done.
- `reuse`, `plausibility`: presumptions that keep doubtful errors from being reported. `unknown_graphs`: which backward passes may enter a
  graph that unresolved code built.
- `class_lookup`, `constants`, `shapes`: Python's attribute lookup, slices and numbers, and partially known shapes.

A run executes one root: the code of a module, or a function that is called with unknown arguments. (The roots of a backward pass are the
tensors at which it starts.)

**State.** A `State` is one path at one instruction. It has the heap, the status of the graph (what is freed, retained, changed in place,
requires grad), gradients, the path condition, known values of symbols, facts, modes, and how the path leaves its block. A fork copies the
tables and shares the objects. The `Graph`, `ValueFacts` (`machine.value_facts`) and most of the machine belong to the run: what one path
writes there, all see.

**Join.** Paths meet after an instruction that forked, a branch, an iteration, a call and a loop. Two are joined if later statements are
presumed not to distinguish them; `join` lists in what they must agree. A join is the merge of two states that are presumed equivalent, and
not the least upper bound of a lattice: where they may differ without consequence, the value of the left one stands. The joined state loses
the conditions and constants in which they differ, and its containers become inexact. Tensors with different graphs are never joined, so
that the graph needs no phi nodes: if a live name has two of them, both paths remain, up to the limit of paths.

**Decision of a condition.** (1) An operation on constants is computed, and a symbol with a value in `State.known` is that value: a true `x
== "a"` puts "a" there, which then decides `x == "b"`. For all others, `PathCondition.decide` looks (2) for the condition itself, (3) for
the parts of `not`, `and` and `or`, (4) for comparisons of the same operands (`comparisons`), and (5) for bounds of loop indices and known
differences (`indices`). If all fail, the path forks and assumes the condition on one side and its negation on the other. `assume` adds the
parts that follow, and the last undecided part of an `or` that holds or an `and` that does not.

**What invalidates a symbol.** A join removes conditions; a
branch of which the executed side has raised restores those before it (`exec.control`). A store removes none. A store to an attribute or an
item of an unresolved object changes `State.known` (`State.store`). Unresolved code gives a new symbol to an attribute with a graph that it
may have assigned; all other reads are presumed unchanged, as are conditions on them. For graphs, the presumption is weaker (`term`).

**Summary cells.** A cell that stands for one location is replaced by a store (strong update): a name, an attribute, the slot of a dict
under a constant key or under the same unknown key again, the item of a list at a constant index. Two kinds of cells are summaries. The slot
of a dict under an unknown key (`terms.OpenSlot`) is presumed to be none of the slots under constant keys, so that neither store changes the
other. A store under an unknown key is a weak update of older open slots, unless they are `symbols.apart`: they become doubtful, that is,
they hold their old value or the new one, and a read of one yields any of the open ones. The other elements of a list or generator are its
`terms.Rest`; a store at an unknown index goes to the last item, and each other item may have the value, too. `Object.exact` is False if the
number of elements is unknown; a test of the length is then undecided.

**Havoc** is what code that is not executed may do: unresolved code, and code that the analysis skips or drops. It does not make the state
arbitrary, as elsewhere: reads are presumed unchanged. Rules ask for it through `Run`, such as `used_outside` and `may_be_used_by`. The
record (`havoc_log`) holds for all paths of the run, and rules read it as an event. The change of the path's own state is made at the same
time, by the modules that `havoc_log` lists. The package `havoc` says how far unresolved calls reach: 3 levels for graphs, 4 for parameters,
6 for attributes, 2 levels of tuples for functions. Each depth bounds the cost of a search of its own; none follows from another.

**Loops.** A loop run is one execution of a loop statement, identified by a number. About `Limits.passes` iterations of a loop of unknown
length are executed (`exec.loops`; two if the budget is low or the function has no effect on graphs), and the last ones stand for all that
follow: a counter is unknown after the loop. How many iterations over a collection of known length are executed is in `Limits`, too. At the
end, `retention.growth` gives each owner of graphs a growth class, the first that applies:

1. BOUNDED if the program empties the owner or overwrites its slots;
2. of graphs that are combined, BOUNDED if the iterations only select elements, RESCALED if the statement only scales;
3. BOUNDED if the owner holds the latest iterations only, REPLACED if it holds the graph of at most one;
4. ACCUMULATED if graphs are combined, COLLECTED if not. Only these two grow.

**Where paths are dropped.** A dropped path is a doubt: `havoc_log` records what only its remaining code could use, except in (b), (f) and
(g).

a. More paths remain after a join than the limit allows (`machine.dropped_paths`). The limit falls as the budget is spent.
b. In code without effects on graphs (`Evidence.roots(path).contains(code)` is False), one side of a branch stands for both
   (`exec.control`), unless a caller tests the condition, too. The side is presumed to have no effect that a record could concern.
c. Of the paths after a try statement, those that end with an exception, if there are others (`exec.control`).
d. Of the paths of the functions that a step consumes from, all but the first few (`roots.execution`).
e. All paths of a generator that forks while its elements are read: these are unknown (`exec.generators`).
f. Of the paths of a constructor or setup method, all but the first and last, and a `__getattr__` that raises. A root starts after these,
   whose events are not part of the run, so that no rule would read a record.
g. The paths of a forward hook of an unresolved module: what they store is joined into the state (`havoc.forward_hooks`).

`Certainty`: YES and NO hold on the path for all that a value stands for, whatever unresolved code does, given the presumptions that
docs/internal/presumptions.md lists. MAYBE is anything else: no error is reported on it.

Words:

- unresolved: code, or an object, whose definition the run does not have.
- unknown: a value of which at most its symbol is known.
- symbol: how a value was obtained; `term` says when two values with one symbol are equal.
- root: the code that a run executes; or a tensor at which a backward pass starts.
- owner: the name, attribute or container that keeps a graph alive.
- growth class: what becomes of the graphs that a loop stores in an owner (`autograd.events.Growth`). `retention.growth` computes it.
- summarized: one abstract value, element or iteration stands for several of the program. So do the summary cells above, an `Each`, a tensor
  that `StandsFor` several, and a loop run of `LoopRuns.summarized`.
- doubt: a reason why a rule reports nothing.

No module of this package imports the machine.
"""
