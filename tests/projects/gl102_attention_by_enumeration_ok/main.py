"""The penalty on weights from before the loop belongs to another kind of attention than the one that is set."""

import torch
from attention_kinds import Attention
from attention_settings import KIND
from torch import nn

decoder = nn.Linear(3, 3)
optimizer = torch.optim.SGD(decoder.parameters(), lr=0.1)
weights = decoder(torch.randn(2, 3)).softmax(1)
for inputs in torch.randn(4, 2, 3):
    loss = decoder(inputs).pow(2).mean()
    if KIND == Attention.SOFT.value:
        loss = loss + (1 - weights.pow(2).sum(1)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
