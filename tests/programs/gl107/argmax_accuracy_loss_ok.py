"""The loss is made of the probabilities of the classes."""

import torch
from torch import nn

net = nn.Sequential(nn.Flatten(), nn.Linear(16, 8), nn.ReLU(), nn.Linear(8, 4))
optimizer = torch.optim.Adam(net.parameters())
for step in range(2):
    images, labels = torch.rand(5, 1, 4, 4), torch.randint(0, 4, (5,))
    logits = net(images)
    predicted = logits.softmax(dim=1)
    loss = (predicted - nn.functional.one_hot(labels, 4)).float().pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
