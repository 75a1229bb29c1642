"""The teacher is fixed in this training."""
import torch
from torch import nn

from losses import backpropagate

student, teacher = nn.Linear(3, 2), nn.Linear(3, 2)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    print(backpropagate(student, teacher, torch.randn(4, 3), "fixed"))
    optimizer.step()
