"""A product's result is not saved, so that the mask may be written into the scores before the softmax."""

import torch
from torch import nn

project = nn.Linear(6, 12)
optimizer = torch.optim.AdamW(project.parameters())
hidden_future = torch.ones(4, 4).triu(1).bool()
for words in torch.randn(2, 4, 6):
    query, key = project(words).chunk(2, dim=-1)
    scores = query @ key.t()
    scores /= 6**0.5
    scores.masked_fill_(hidden_future, float("-inf"))
    mixed = scores.softmax(dim=-1) @ words
    optimizer.zero_grad()
    (mixed - words).pow(2).mean().backward()
    optimizer.step()
