"""Resets gradients by hand, as before half-precision training."""


def clear(parameters):
    for parameter in parameters:
        if parameter.grad is not None:
            parameter.grad.detach_()
            parameter.grad.zero_()
