"""The losses per sample are weighted but not reduced."""
import torch
from torch import nn
from vendorlib import make_model


class Weighted(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.register_buffer("weights", weights)

    def forward(self, logits, labels):
        losses = nn.functional.cross_entropy(logits, labels, reduction="none")
        return losses * self.weights[labels]  # <- built


criterion = Weighted(torch.tensor([0.2, 0.8]))
model = make_model(4, 2)
loss = criterion(model(torch.randn(6, 4)), torch.randint(0, 2, (6,)))
loss.backward()  # <- raised
