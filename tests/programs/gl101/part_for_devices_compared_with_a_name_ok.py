"""A device equals no string, whatever it is: the second backward of one loss is never reached."""

import torch
from torch import nn

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
net = nn.Linear(2, 1).to(device)
loss = net(torch.randn(3, 2, device=device)).pow(2).mean()
loss.backward()
if device == "cuda" or device == "cpu":
    loss.backward()
if loss.device == "cpu":
    loss.backward()
