"""`zero_grad` is replaced for a while and restored, and then not called in the training loop."""

import torch

model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
batches = torch.randn(5, 6, 4)

zero_grad = optimizer.zero_grad
optimizer.zero_grad = lambda: None
optimizer.zero_grad()
optimizer.zero_grad = zero_grad

for batch in batches:
    loss = model(batch).pow(2).mean()
    loss.backward()  # ! GL501
    optimizer.step()
optimizer.zero_grad()
