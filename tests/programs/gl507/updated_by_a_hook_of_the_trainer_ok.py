"""A function of unresolved code, which has received the scaler, updates the scale after each batch."""

import torch
from torch import nn


class Update:
    def __init__(self, scaler):
        self.scaler = scaler

    def __call__(self, loss):
        self.scaler.update()


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
after_batch = eval("Update")(scaler)
for batch in torch.randn(3, 8, 3):
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    after_batch(loss.item())
