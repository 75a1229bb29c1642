"""Havoc: the possible effects of unresolved code, and of resolved code that is not executed, on graphs, gradients and objects.

Havoc reaches the arguments of a call and everything reachable from them: such code may backpropagate through, detach or store their graphs,
reset or use gradients of reachable parameters, add elements to containers, assign attributes, and call functions that it receives. Rules
read it in the event stream: `domain.havoc_log` records a `Havoc` event for each call. In a state, it only weakens what is known: certain
facts become possible ones, and a value in a field may be the old or a new one. A callee that is called as a function, not as a method of an
object, is presumed to store nothing.
"""
