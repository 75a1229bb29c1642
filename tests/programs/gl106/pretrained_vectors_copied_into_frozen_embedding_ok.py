"""The pretrained vectors are copied into an embedding that was frozen first."""

import torch
from torch import nn

table = nn.Embedding(5, 3)
table.weight.requires_grad = False
table.weight.copy_(torch.randn(5, 3))
table.weight[0] = 0
tagger = nn.Linear(3, 2)
optimizer = torch.optim.Adam(tagger.parameters())
for words in torch.randint(0, 5, (3, 4)):
    optimizer.zero_grad()
    tagger(table(words)).pow(2).mean().backward()
    optimizer.step()
