"""Each parameter is in the group of its name."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.LayerNorm(8), nn.Linear(8, 1))
decayed = [parameter for name, parameter in model.named_parameters() if "bias" not in name]
others = [parameter for name, parameter in model.named_parameters() if "bias" in name]
optimizer = torch.optim.AdamW([{"params": decayed}, {"params": others, "weight_decay": 0.0}], lr=0.01)

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
