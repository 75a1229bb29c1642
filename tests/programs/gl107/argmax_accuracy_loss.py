"""The loss is made of the chosen classes, and argmax gives integers that no gradient passes."""

import torch
from torch import nn

net = nn.Sequential(nn.Flatten(), nn.Linear(16, 8), nn.ReLU(), nn.Linear(8, 4))
optimizer = torch.optim.Adam(net.parameters())
for step in range(2):
    images, labels = torch.rand(5, 1, 4, 4), torch.randint(0, 4, (5,))
    logits = net(images)
    predicted = logits.argmax(dim=1)
    loss = (predicted - labels).float().pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL107
    optimizer.step()
