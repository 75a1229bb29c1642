"""A device differs from every string, and its type is one: both conditions hold on a computer without CUDA."""

import torch
from torch import nn

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
net = nn.Linear(2, 1).to(device)
loss = net(torch.randn(3, 2, device=device)).pow(2).mean()
loss.backward()
if device != "cuda":
    print("one device")
    loss.backward()  # ! GL101
