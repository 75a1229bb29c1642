"""After each epoch, samples are drawn in evaluation mode."""
import torch
from sampler import Sampler
from torch import nn

model, sampler = nn.Linear(3, 3), Sampler()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    model.train()
    for x in torch.randn(4, 2, 3):
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    print(epoch, sampler.sample(model, (4, 3)).mean().item())
