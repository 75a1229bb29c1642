"""h_state.data is a new tensor without the graph: the next step's forward starts from values."""

import torch
from torch import nn

rnn, out = nn.RNN(1, 8, batch_first=True), nn.Linear(8, 1)
optimizer = torch.optim.Adam([*rnn.parameters(), *out.parameters()], lr=0.02)
h_state = None
for step in range(3):
    phase = torch.linspace(step * 3.14, (step + 1) * 3.14, 6)
    x, y = phase.sin().view(1, 6, 1), phase.cos().view(1, 6, 1)
    r_out, h_state = rnn(x, h_state)
    h_state = h_state.data
    loss = (out(r_out) - y).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
