"""The checkpointed function detaches its result."""
import torch
from torch.utils.checkpoint import checkpoint
from vendorlib import make_model

model = make_model(4, 2)


def features(x):
    return model(x).detach()


x = torch.randn(3, 4, requires_grad=True)
hidden = checkpoint(features, x, use_reentrant=True)  # <- other
hidden.sum().backward()  # <- raised
