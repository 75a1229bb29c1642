"""The parameters include those of a head that the forward pass leaves out."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.head = nn.Linear(8, 2)
        self.auxiliary = nn.Linear(8, 2)

    def forward(self, x):
        features = torch.relu(self.body(x))
        return self.head(features)


model = Classifier()
loss = nn.functional.cross_entropy(model(torch.randn(6, 4)), torch.randint(2, (6,)))
gradients = torch.autograd.grad(loss, list(model.parameters()))  # ! GL111
with torch.no_grad():
    for parameter, gradient in zip(model.parameters(), gradients, strict=True):
        parameter.sub_(0.1 * gradient)
