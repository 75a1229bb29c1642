"""The end of a list that each episode extends holds the values of that episode only; the list itself keeps the graphs of all."""

import torch

policy = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
saved = []
for episode in range(4):
    step = 0
    while step < 5:
        saved.append(policy(torch.randn(3)).sum())  # ! GL203
        step += 1
    optimizer.zero_grad()
    torch.stack(saved[-5:]).sum().backward()
    optimizer.step()
