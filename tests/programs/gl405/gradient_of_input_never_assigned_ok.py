"""The sampler assigns the gradient of a tensor that does not require grad, and its optimizer moves that tensor."""

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
        sampled.grad = model(sampled)
        optimizer.step()
    assert not torch.equal(sampled, start)
    return sampled


print(sample(4).shape)
