"""The stored values are numbers, lists and arrays of them, made by item, tolist and float."""

import torch
from torch import nn

network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
losses, answers, norms = [], [], {}
for step, batch in enumerate(torch.randn(5, 4, 3)):
    answer = network(batch)
    loss = answer.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
    answers.extend(answer.tolist())
    norms[step] = float(answer.norm())
print(losses[-1], len(answers), norms[0])
