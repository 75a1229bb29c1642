"""The outputs are stored by step and never read; the backward goes through the same calls by the state that they share."""

import torch
from torch import nn

encoder = nn.GRU(3, 4)
decoder = nn.Linear(4, 2)
optimizer = torch.optim.SGD([*encoder.parameters(), *decoder.parameters()], lr=0.1)
for epoch in range(3):
    words = torch.randn(5, 1, 1, 3)
    state = torch.zeros(1, 1, 4)
    outputs = torch.zeros(5, 4)
    for position in range(5):
        output, state = encoder(words[position], state)
        outputs[position] = output[0, 0]
    loss = decoder(state).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
