"""The weights of the attention are computed before the loop, and the penalty on them in each iteration."""

import torch
from attention_kinds import Attention
from attention_settings import KIND
from torch import nn

decoder = nn.Linear(3, 3)
optimizer = torch.optim.SGD(decoder.parameters(), lr=0.1)
weights = decoder(torch.randn(2, 3)).softmax(1)
for inputs in torch.randn(4, 2, 3):
    loss = decoder(inputs).pow(2).mean()
    if KIND == Attention.PYRAMID.value:
        loss = loss + (1 - weights.pow(2).sum(1)).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
