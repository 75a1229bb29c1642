"""The heads of an imported model share a trunk, which the backward of the first loss has freed."""
import torch
from model import Heads

model = Heads(5)
optimizer = torch.optim.Adam(model.parameters())
for _ in range(3):
    answers = model(torch.randn(4, 6))
    optimizer.zero_grad()
    answers["kind"].pow(2).mean().backward()
    answers["size"].abs().mean().backward()  # ! GL101
    optimizer.step()
