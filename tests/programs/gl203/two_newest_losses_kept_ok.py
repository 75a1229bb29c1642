"""Lists of the two newest losses: however they drop the others, no more graphs stay."""
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
sliced, deleted, queue = [], [], []
for _ in range(20):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    sliced = [*sliced, loss][-2:]
    deleted.append(loss)
    del deleted[:-2]
    queue.append(loss)
    while len(queue) > 2:
        del queue[0]
print(sliced[-1].item(), deleted[-1].item(), queue[-1].item())
