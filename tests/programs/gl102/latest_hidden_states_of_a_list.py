"""The features of the last four frames are stacked for each loss: three of them have been backpropagated before."""
import torch
from torch import nn


class Frame:
    def __init__(self, index, features):
        self.index = index
        self.features = features


encoder, head = nn.Linear(5, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
frames = []
for index in range(12):
    frames.append(Frame(index, torch.tanh(encoder(torch.randn(5)))))
    window = frames[-4:]
    clip = torch.stack([frame.features for frame in window]).mean(0)
    loss = head(clip).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
