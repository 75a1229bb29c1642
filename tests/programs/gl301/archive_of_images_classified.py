"""An inference script: every output is put away with the graph that built it, until memory is full."""

import torch
from torch import nn

network = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 5))
network.eval()
answers = {}
for name in ["heron", "stork", "crane"]:
    image = torch.rand(1, 3, 6, 6)
    answers[name] = network(image).softmax(dim=1)  # ! GL301
for name, answer in answers.items():
    print(name, answer.max().item())
