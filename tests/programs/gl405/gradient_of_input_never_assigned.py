"""The sampler calls the model and never assigns a gradient, so its optimizer moves nothing."""

import torch
from torch import nn

model = nn.Linear(3, 3)
trainer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    trainer.zero_grad()
    loss = (model(torch.randn(2, 3)) ** 2).mean()
    loss.backward()
    trainer.step()


@torch.no_grad()
def sample(steps):
    sampled = torch.randn(2, 3)
    start = sampled.clone()
    optimizer = torch.optim.SGD([sampled], lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        print(model(sampled).shape)
        optimizer.step()  # ! GL405
    assert torch.equal(sampled, start)
    return sampled


print(sample(4).shape)
