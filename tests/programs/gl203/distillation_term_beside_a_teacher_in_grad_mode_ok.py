"""The teacher runs under no_grad, and of the term only its value is stored."""

import torch
from torch import nn

teacher, student = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), nn.Linear(4, 2)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
teacher.eval()
gaps = []
for x in torch.randn(5, 6, 4):
    guess = student(x)
    with torch.no_grad():
        wanted = teacher(x)
    gaps.append((guess - wanted).pow(2).mean().item())
    optimizer.zero_grad()
    guess.pow(2).mean().backward()
    optimizer.step()
print(sum(gaps) / len(gaps))
