"""The method that predicts runs in inference mode."""

import torch
from torch import nn


class Ensemble(nn.Module):
    def __init__(self, n=3):
        super().__init__()
        self.members = nn.ModuleList(nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2)) for _ in range(n))

    def forward(self, x):
        return torch.stack([m(x) for m in self.members]).mean(0)

    @torch.inference_mode()
    def predict(self, rows):
        self.eval()
        return self(rows).softmax(dim=1)


model = Ensemble()
table = torch.randn(10, 4)
result = model.predict(table)
print(result.shape, result.max().item())
