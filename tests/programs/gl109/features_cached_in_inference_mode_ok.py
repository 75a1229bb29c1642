"""no_grad makes tensors that can be saved."""

import torch
import torch.nn.functional as F
from torch import nn

backbone, head = nn.Sequential(nn.Linear(6, 5), nn.ReLU()), nn.Linear(5, 2)
images, labels = torch.randn(8, 6), torch.randint(0, 2, (8,))
with torch.no_grad():
    features = backbone(images)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for _ in range(3):
    scores = head(features)
    optimizer.zero_grad()
    F.cross_entropy(scores, labels).backward()
    optimizer.step()
