"""The model of autograd: what operations save, what the API does, and the events that both interpreters emit."""
