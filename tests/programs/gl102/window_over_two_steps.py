"""One loss is added in each iteration: the last two are the new one and that of the iteration before, whose graph is freed."""

import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
for batch in torch.ones(4, 2, 3):
    losses.append(model(batch).pow(2).mean())
    optimizer.zero_grad()
    torch.stack(losses[-2:]).sum().backward()  # ! GL102
    optimizer.step()
