"""Each side's output is detached as the other's target, and backpropagated as its own: no graph was built for nothing."""

import torch
import torch.nn.functional as F
from torch import nn

encoder, predictor = nn.Linear(6, 4), nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4))
optimizer = torch.optim.SGD([*encoder.parameters(), *predictor.parameters()], lr=0.05)


def away(said, goal):
    return -F.cosine_similarity(said, goal.detach(), dim=-1).mean()


for view, other in zip(torch.randn(3, 5, 6), torch.randn(3, 5, 6)):
    left, right = encoder(view), encoder(other)
    loss = (away(predictor(left), right) + away(predictor(right), left)) / 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
