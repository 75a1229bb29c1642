"""A product saves the features that a library computes, and their first column is overwritten before the backward pass."""
import torch
from vendorlib import make_model

network = make_model(4, 4)


def score(batch):
    features = torch.relu(network(batch))
    total = (features * features).sum()  # <- built
    features[:, 0] = 0.0  # <- changed
    return total + features.mean()


loss = score(torch.randn(3, 4))
loss.backward()  # <- raised
