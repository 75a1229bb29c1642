"""ignite: an engine calls the function that it is given once for each batch."""

import torch
from ignite.engine import Engine

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
kept = []
values = []


def step(engine, batch):
    optimizer.zero_grad()
    loss = (model(batch) ** 2).sum()
    loss.backward()
    optimizer.step()
    kept.append(loss)  # ! GL203
    values.append(loss.item())


trainer = Engine(step)
