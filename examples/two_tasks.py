"""Two losses over one network: the first backward must keep the graph for the second, and the second keeps it for nobody."""

import torch
from torch import nn

body = nn.Sequential(nn.Linear(10, 32), nn.ReLU())
depth_head, label_head = nn.Linear(32, 1), nn.Linear(32, 4)
parameters = [*body.parameters(), *depth_head.parameters(), *label_head.parameters()]
optimizer = torch.optim.AdamW(parameters)

for _ in range(10):
    features = body(torch.randn(8, 10))
    depth_loss = nn.functional.mse_loss(depth_head(features), torch.randn(8, 1))
    label_loss = nn.functional.cross_entropy(label_head(features), torch.randint(4, (8,)))
    optimizer.zero_grad()
    depth_loss.backward(retain_graph=True)
    label_loss.backward(retain_graph=True)
    optimizer.step()
