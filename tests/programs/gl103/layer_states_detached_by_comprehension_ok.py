"""The list of the layers' states is rebuilt by a comprehension that detaches each of them."""

import torch
from torch import nn

cells = nn.ModuleList([nn.GRUCell(3, 3) for _ in range(3)])
optimizer = torch.optim.SGD(cells.parameters(), lr=0.1)
hiddens = [torch.zeros(2, 3) for _ in cells]
for signal in torch.randn(3, 2, 3):
    target = signal.roll(1, dims=1)
    for level, cell in enumerate(cells):
        signal = hiddens[level] = cell(signal, hiddens[level])
    optimizer.zero_grad()
    (signal - target).square().mean().backward()
    optimizer.step()
    hiddens = [h.detach() for h in hiddens]
