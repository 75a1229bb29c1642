"""Of the last four frames only the newest is backpropagated."""
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
    clip = torch.stack([frame.features.detach() for frame in window[:-1]] + [window[-1].features]).mean(0)
    loss = head(clip).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    frames[-1].features = frames[-1].features.detach()
