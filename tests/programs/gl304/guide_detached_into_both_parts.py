"""Both parts get the guide detached; the program only prints the sizes of the result."""

import torch
from torch import nn


class Refine(nn.Module):
    def __init__(self):
        super().__init__()
        self.guide, self.blend, self.post = nn.Linear(3, 4), nn.Linear(4, 4), nn.Linear(4, 3)

    def forward(self, inputs):
        guide = self.guide(inputs)  # ! GL304
        mask = torch.tanh(guide.detach())
        return self.post(self.blend(guide.detach()) * mask)


refine = Refine()
for _ in range(3):
    refined = refine(torch.randn(2, 3))
    print(refined.size())
