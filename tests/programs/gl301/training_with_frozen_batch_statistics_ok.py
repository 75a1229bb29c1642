"""eval() only keeps the normalization's statistics as they are; the model is trained all the same."""

import torch
import torch.nn.functional as F
from torch import nn

detector = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.ReLU(), nn.Linear(6, 2))
detector.eval()
optimizer = torch.optim.SGD(detector.parameters(), lr=1e-2)
for batch in torch.randn(4, 5, 4):
    optimizer.zero_grad()
    F.cross_entropy(detector(batch), torch.tensor([0, 1, 0, 1, 1])).backward()
    optimizer.step()
