"""The method refuses to run in training mode and keeps the graph for its callers, which backpropagate to the input."""

import torch
from torch import nn


class Judge(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.5), nn.Linear(8, 1))

    def score(self, sample):
        if self.training:
            raise RuntimeError("call eval() first")
        return self.layers(sample).sum()


judge = eval("Judge")().eval()
sample = torch.zeros(2, 3, requires_grad=True)
eval("judge.score")(sample).backward()
print(sample.grad)
