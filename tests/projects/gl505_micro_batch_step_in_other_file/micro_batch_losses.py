"""The loss of one micro-batch."""

from torch import nn


def backpropagate_micro_batch(model, x, y, parts):
    """Run backward on the loss of a micro-batch, and return its value."""
    loss = nn.functional.mse_loss(model(x), y) / parts
    loss.backward()
    return loss.item()
