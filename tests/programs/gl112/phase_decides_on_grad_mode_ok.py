"""The outputs are converted only in the phase without grad mode."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for phase in ("train", "val") * 3:
    with torch.set_grad_enabled(phase == "train"):
        output = model(torch.randn(8, 3))
        loss = output.pow(2).mean()
    if phase == "train":
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    else:
        print(output.numpy().mean())
