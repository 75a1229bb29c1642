"""Every backward but the last keeps the stages."""

import torch
import torch.nn as nn


class MultiExit(nn.Module):
    def __init__(self, width=8, depth=3, classes=4):
        super().__init__()
        self.stages = nn.ModuleList(nn.Sequential(nn.Linear(width, width), nn.GELU()) for _ in range(depth))
        self.exits = nn.ModuleList(nn.Linear(width, classes) for _ in range(depth))

    def forward(self, x):
        logits = []
        for stage, leave in zip(self.stages, self.exits):
            x = stage(x)
            logits.append(leave(x))
        return logits


net = MultiExit()
optim = torch.optim.RMSprop(net.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()
for epoch in range(2):
    x, y = torch.randn(10, 8), torch.randint(4, (10,))
    outputs = net(x)
    optim.zero_grad()
    for i, out in enumerate(outputs):
        loss = criterion(out, y)
        loss.backward(retain_graph=i < len(outputs) - 1)
    optim.step()
