"""The abstract interpreter: executes a lowered program on abstract values and emits events."""
