"""The loss is read as a number, before its backward."""

import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0.0
for _ in range(10):
    out = model(torch.ones(2, 3))
    loss = out.pow(2).mean()
    total += loss.item()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(total)
