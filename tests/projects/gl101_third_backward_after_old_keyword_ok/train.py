"""With the new name of the keyword and one backward less nothing is wrong."""
import torch
from torch import nn

net = nn.Linear(3, 1)
loss = net(torch.randn(5, 3)).sigmoid().mean()
loss.backward(retain_graph=True)
loss.backward()
