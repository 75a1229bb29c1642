"""The error on the read ends the iteration, so that the missing backward is not a second mistake."""

import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0.0
for _ in range(10):
    out = model(torch.ones(2, 3))
    loss = out.pow(2).mean()
    total += loss.data[0]  # ! GL904
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(total)
