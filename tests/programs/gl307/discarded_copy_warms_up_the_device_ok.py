"""A first copy initializes the device before the clock starts: the copied tensor has no name, so the call does not attempt to move it."""

import time

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Linear(4, 2).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
torch.zeros(1).to(device)
torch.randn(8).cpu().float()
began = time.perf_counter()
for batch in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    model(batch.to(device)).pow(2).mean().backward()
    optimizer.step()
print(time.perf_counter() - began)
