"""In the phase of validation the loss is only read as a number, and its graph is never backpropagated."""

import torch
from torch import nn

net = nn.Linear(5, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = {"train": torch.randn(3, 6, 5), "val": torch.randn(2, 6, 5)}
for epoch in range(2):
    for phase in ["train", "val"]:
        losses = []
        for x in data[phase]:
            y = (x.sum(1) > 0).long()
            if phase == "train":
                net.train()
                opt.zero_grad()
                loss = nn.functional.cross_entropy(net(x), y)
                loss.backward()
                opt.step()
            else:
                net.eval()
                loss = nn.functional.cross_entropy(net(x), y)  # ! GL301
            losses.append(loss.item())
        print(phase, sum(losses) / len(losses))
