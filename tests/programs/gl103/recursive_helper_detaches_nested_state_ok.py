"""A recursive helper detaches every tensor of a nested state before the next chunk."""

import torch
from torch import nn


def repackage_hidden(hidden):
    if isinstance(hidden, torch.Tensor):
        return hidden.detach()
    return tuple(repackage_hidden(part) for part in hidden)


rnn, out = nn.LSTM(4, 6, num_layers=2), nn.Linear(6, 4)
optimizer = torch.optim.SGD([*rnn.parameters(), *out.parameters()], lr=1.0)
state = (torch.zeros(2, 3, 6), torch.zeros(2, 3, 6))
for chunk in torch.randn(4, 5, 3, 4):
    state = repackage_hidden(state)
    answer, state = rnn(chunk, state)
    optimizer.zero_grad()
    (out(answer) - chunk).pow(2).mean().backward()
    optimizer.step()
