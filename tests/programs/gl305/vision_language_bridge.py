"""Two of the three parts are in the optimizer's groups; the vision part gets gradients for nothing."""

import torch
import torch.nn.functional as F
from torch import nn


class Captioner(nn.Module):
    def __init__(self):
        super().__init__()
        self.vision = nn.Sequential(nn.Flatten(), nn.Linear(48, 16), nn.ReLU())
        self.bridge = nn.Linear(16, 12)
        self.words = nn.Linear(12, 30)

    def forward(self, image):
        seen = self.vision(image)  # ! GL305
        return self.words(torch.tanh(self.bridge(seen)))


model = Captioner()
optimizer = torch.optim.AdamW(
    [
        {"params": model.bridge.parameters(), "lr": 1e-3},
        {"params": model.words.parameters()},
    ]
)
for step in range(3):
    logits = model(torch.rand(2, 3, 4, 4))
    loss = F.cross_entropy(logits, torch.randint(0, 30, (2,)))
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
