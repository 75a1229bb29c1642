"""The compiled model is the model, and evaluated without a graph."""

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
with torch.no_grad():
    for batch in torch.randn(3, 6, 4):
        answers.append(model(batch))
print(torch.cat(answers).mean())
