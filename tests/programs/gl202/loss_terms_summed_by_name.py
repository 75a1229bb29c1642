"""Each part of the loss is summed under its name for the epoch's report, as a tensor with its graph."""

import torch
from torch import nn

model = nn.ModuleDict({"encode": nn.Linear(5, 3), "decode": nn.Linear(3, 5)})
optimizer = torch.optim.AdamW(model.parameters())
sums = dict.fromkeys(["restoration", "sparsity"], 0.0)
for batch in torch.rand(5, 4, 5):
    code = torch.sigmoid(model["encode"](batch))
    parts = {"restoration": (model["decode"](code) - batch).square().mean(), "sparsity": code.mean()}
    optimizer.zero_grad()
    sum(parts.values()).backward()
    optimizer.step()
    for name, part in parts.items():
        sums[name] += part  # ! GL202
print({name: f"{value:.3f}" for name, value in sums.items()})
