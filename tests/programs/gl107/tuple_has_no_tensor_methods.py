"""A tuple has no `flatten`: what is then trained on is the detached tensor in it."""

import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, inputs):
        return self.layer(inputs), None


model = Recurrent()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
output = model(torch.randn(2, 5, 4))
try:
    logits = output.flatten(0, 1)
except AttributeError:
    logits = output[0].detach().flatten(0, 1)
loss = nn.functional.cross_entropy(logits, torch.randint(0, 3, (10,)))
optimizer.zero_grad()
loss.backward()  # ! GL107
optimizer.step()
