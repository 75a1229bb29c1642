"""The update of a model in mixed precision."""

from torch import nn


def clipped_update(model, optimizer, scaler, limit):
    """Clip the gradients, and step."""
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    scaler.step(optimizer)
    scaler.update()
