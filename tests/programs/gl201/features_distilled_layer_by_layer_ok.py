"""Each layer's graph is freed by its one backward."""

import torch
import torch.nn.functional as F
from torch import nn

teacher = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)]).requires_grad_(False)
student = nn.ModuleList([nn.Sequential(nn.Linear(4, 2), nn.Linear(2, 4)) for _ in range(3)])
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for signal in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    for taught, learning in zip(teacher, student):
        wanted = torch.relu(taught(signal))
        loss = F.mse_loss(learning(signal), wanted)
        loss.backward()
        signal = wanted
    optimizer.step()
