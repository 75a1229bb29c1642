"""The centre is cut from its graph after each step."""

import torch
import torch.nn.functional as F


class Centering:
    def __init__(self, dim, momentum=0.9):
        self.center = torch.zeros(dim)
        self.momentum = momentum

    def __call__(self, features):
        self.center = self.momentum * self.center + (1 - self.momentum) * features.mean(0)
        return features - self.center


backbone = torch.nn.Linear(6, 4)
center = Centering(4)
opt = torch.optim.AdamW(backbone.parameters(), lr=1e-3)
for batch in torch.randn(4, 8, 6).unbind(0):
    feats = backbone(batch)
    loss = F.mse_loss(center(feats), torch.zeros(8, 4))
    opt.zero_grad()
    loss.backward()
    opt.step()
    center.center = center.center.detach()
