"""Havoc: the possible effects of unresolved code, and of resolved code that is not executed, on graphs, gradients and objects.

Havoc reaches the arguments and the receiver of a call, and what can be reached from them to a bounded depth: 3 levels of containers and
objects for graphs, 4 for parameters, 6 for attributes, 2 levels of tuples for functions. Containers are changed as an argument, in a field
of an argument, and in a variable that a received function of the program mentions. Such a function may also be called: the globals and
nonlocals that it assigns become unknown, and if it runs backward, it may use the gradients of all parameters. Other variables of closures
and globals are not reached.

- In the state of the path: containers become inexact, attributes with a graph unknown, contributions to gradients doubtful. The code may
  have stepped or reset gradients (`presumed_gradients.saw_unresolved_code`), and forward hooks may have run. Version counters and the grad
  mode are unchanged.
- In the run: `domain.havoc_log` records in `Graph.havoc` what the code received and may have done, and rules read it in the event stream.

Three calls have a receiver that is reached in part only. A method that a class of the program inherits from an unresolved one, or that its
unresolved code has added, may reset the receiver's gradients and switch its training mode. An unresolved method of a module may do so, too,
and its result depends on the parameters; the containers among its arguments stay exact. A method of an unknown value reaches its arguments;
of the receiver, it is known that the method was called (`path_facts.Changed`).

The caller passes what the callee may do (`callee_effects`). A callee that is called as a function, not as a method of an
object, stores nothing (`FUNCTIONS_STORE_NOTHING`).
"""
