"""The clamped gate is a new tensor."""

import torch

gate_net = torch.nn.Linear(4, 3)
value_net = torch.nn.Linear(4, 3)
opt = torch.optim.Adam([{"params": gate_net.parameters()}, {"params": value_net.parameters(), "lr": 1e-4}], lr=1e-3)
for x in torch.randn(3, 6, 4):
    gate = torch.sigmoid(gate_net(x))
    gate = gate.clamp(0.05, 0.95)
    loss = (gate * value_net(x)).sum(1).sub(1).abs().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
