"""The online network is pulled to the target before its own backward pass has run."""
import copy

import torch
from torch import nn


class Byol(nn.Module):
    def __init__(self, make_encoder):
        super().__init__()
        self.online = make_encoder()
        self.target = copy.deepcopy(self.online).requires_grad_(False)
        self.predictor = nn.Linear(4, 4)

    @torch.no_grad()
    def synchronize(self, tau=0.9):
        for p, q in zip(self.online.parameters(), self.target.parameters()):
            q.lerp_(p, 1 - tau)
            p.lerp_(q, 0.01)  # <- changed

    def forward(self, one, two):
        prediction = self.predictor(self.online(one))  # <- built
        with torch.no_grad():
            projection = self.target(two)
        return 1 - torch.cosine_similarity(prediction, projection).mean()


learner = Byol(lambda: nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4)))
optimizer = torch.optim.SGD(learner.parameters(), lr=0.1)
for one, two in torch.randn(3, 2, 5, 6):
    loss = learner(one, two)
    learner.synchronize()
    optimizer.zero_grad()
    loss.backward()  # <- raised
    optimizer.step()
