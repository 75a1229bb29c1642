"""Havoc: the possible effects of unresolved code, and of resolved code that is not executed, on graphs, gradients and objects.

Havoc reaches the arguments and the receiver of a call, and what can be reached from them to a bounded depth: 3 levels of containers and
objects for graphs, 4 for parameters, 6 for attributes, 2 levels of tuples for functions. Containers are changed only as an argument or in a
field of an argument. Variables of closures and globals are not reached; a received function of the program that runs backward may use the
gradients of all parameters.

- In the state of the path: containers become inexact, attributes with a graph unknown, contributions to gradients doubtful. The code may
  have stepped or reset gradients (`presumed_gradients.unresolved`), and forward hooks may have run. Version counters and the grad mode are
  unchanged.
- In the run: `domain.havoc_log` records in `Graph.havoc` what the code received and may have done, and rules read it in the event stream.

Unless the caller passes `keeps=False`, the callee may store what it receives. A callee that is called as a function, not as a method of an
object, is presumed to store nothing.
"""
