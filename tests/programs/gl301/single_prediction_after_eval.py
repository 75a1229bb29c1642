"""A single output after eval(): the graph is built for nothing, even if only once."""

import torch
from torch import nn

scale = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
scale.load_state_dict({name: torch.ones_like(value) for name, value in scale.state_dict().items()})
scale.eval()
weight = scale(torch.tensor([[0.2, 0.4, 0.6]]))  # ! GL301
print(f"{weight.item():.2f} kg")
