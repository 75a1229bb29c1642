import torch
from torch import nn

from metrics import value_of

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for step in range(3):
    loss = model(torch.randn(2, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += value_of(loss)
print(total)
