"""The compiled model is the model: its eval() and its parameters are the same, and the evaluation keeps its graph."""

import torch
from torch import nn

network = nn.Linear(4, 2)
model = torch.compile(network, backend="eager")
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 6, 4):
    model.train()
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    optimizer.step()
model.eval()
answers = []
for batch in torch.randn(3, 6, 4):
    answers.append(model(batch).detach())  # ! GL301
print(torch.cat(answers).mean())
