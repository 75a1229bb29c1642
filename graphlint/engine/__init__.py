"""The engine: executes a program on abstract values and emits the events of its autograd graph."""
