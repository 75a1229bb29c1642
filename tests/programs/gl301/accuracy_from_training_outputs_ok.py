"""The outputs of the training pass also give the accuracy: no second pass, no graph beyond the one that backward uses."""

import torch
import torch.nn.functional as F
from torch import nn

model = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
optimizer = torch.optim.Adam(model.parameters())
right = seen = 0
for batch, labels in zip(torch.randn(4, 5, 4), torch.randint(0, 3, (4, 5))):
    scores = model(batch)
    loss = F.cross_entropy(scores, labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    right += (scores.argmax(dim=1) == labels).sum().item()
    seen += len(labels)
print(right / seen)
