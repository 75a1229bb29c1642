"""The list holds detached losses."""
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
recent = []
for _ in range(40):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    recent.append(loss.detach())
    while len(recent) > 30:
        del recent[0]
print(sum(recent).item() / len(recent))
