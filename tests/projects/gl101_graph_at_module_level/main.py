import torch

from shared import LOSSES, model

for step in range(2):
    loss = model(torch.randn(2, 3)).pow(LOSSES).mean()
    loss.backward()
    loss.backward()  # ! GL101
