"""Models of PyTorch: tensors, modules, optimizers, grad modes and functions."""
