"""The model of autograd: saved tensors of operations, and the events that both interpreters emit."""
