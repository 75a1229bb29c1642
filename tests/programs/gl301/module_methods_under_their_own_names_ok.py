"""A model stores its methods `train` and `eval` under their own names; its evaluation runs without grad mode."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.1), nn.Linear(8, 1))
        # A subclass may replace them.
        self.train = self.train
        self.eval = self.eval

    def forward(self, values):
        return self.layers(values)


model = Classifier()
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
batches = torch.randn(5, 6, 4)


@torch.no_grad()
def evaluate():
    model.eval()
    errors = 0.0
    for batch in batches:
        errors += model(batch).pow(2).mean().item()
    return errors / len(batches)


for batch in batches:
    model.train()
    loss = model(batch).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(evaluate())
