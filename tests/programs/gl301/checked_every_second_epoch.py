"""The branch that checks the model in between puts it into evaluation mode and back, and leaves grad mode on."""

import torch
from torch import nn

growth = nn.Sequential(nn.Linear(2, 5), nn.Dropout(0.2), nn.Tanh(), nn.Linear(5, 1))
optimizer = torch.optim.Adam(growth.parameters(), lr=1e-2)
seen, unseen = torch.rand(10, 2), torch.rand(6, 2)
for epoch in range(4):
    loss = (growth(seen) - seen.sum(dim=1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if epoch % 2 == 1:
        growth.eval()
        error = (growth(unseen) - unseen.sum(dim=1, keepdim=True)).abs().mean()  # ! GL301
        print(epoch, error.item())
        growth.train()
