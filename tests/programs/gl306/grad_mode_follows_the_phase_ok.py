"""The statement follows the phase: off in the validation, and on again when the next training begins."""

import torch
from torch import nn

network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for epoch in range(2):
    for phase in ("train", "val"):
        torch.set_grad_enabled(phase == "train")
        network.train(phase == "train")
        for batch in torch.randn(2, 4, 3):
            loss = network(batch).pow(2).mean()
            if phase == "train":
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            else:
                print(epoch, loss.item())
