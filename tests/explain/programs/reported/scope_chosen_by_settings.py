"""The settings choose the mode in which the features are computed."""
import contextlib

import torch
from torch import nn
CONFIG = {"amp": False, "mode": "inference"}
def scope():
    return {"inference": torch.inference_mode, "train": contextlib.nullcontext}[CONFIG["mode"]]()  # <- other
backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
opt = torch.optim.SGD(head.parameters(), lr=0.1)
for x in torch.randn(2, 5, 3):
    with scope():  # <- other
        z = backbone(x)  # <- no_grad
    loss = head(z).mean()  # <- raised
    loss.backward()
    opt.step()
