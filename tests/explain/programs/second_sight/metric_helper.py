"""A helper for metrics computes the loss, too."""
import torch
from vendorlib import make_model


def metrics(output, target):
    output = output.detach()  # <- detached
    error = (output - target).abs()
    return {"mae": error.mean(), "max": error.max()}


def train(model, batches):
    for x, y in batches:
        result = metrics(model(x), y)
        loss = result["mae"] + 0.1 * result["max"]
        loss.backward()  # <- raised


train(make_model(4, 1), [(torch.randn(3, 4), torch.randn(3, 1))])
