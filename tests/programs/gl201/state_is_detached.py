"""The state is detached before each chunk, so no later backward comes back to this graph."""

import torch
from torch import nn

rnn, fc = nn.RNN(3, 4), nn.Linear(4, 3)
opt = torch.optim.SGD([*rnn.parameters(), *fc.parameters()], lr=0.1)


def repackage(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage(v) for v in h)


hidden = torch.zeros(1, 2, 4)
for t in range(4):
    x = torch.randn(6, 2, 3)
    hidden = repackage(hidden)
    out, hidden = rnn(x[:-1], hidden)
    loss = (fc(out) - x[1:]).pow(2).mean()
    opt.zero_grad()
    loss.backward(retain_graph=True)  # ! GL201
    opt.step()
