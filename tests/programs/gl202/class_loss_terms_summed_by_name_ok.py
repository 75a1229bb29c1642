"""Each term is added without its graph."""

from collections import defaultdict

import torch
from torch import nn

model = nn.ModuleDict({"enc": nn.Linear(5, 3), "dec": nn.Linear(3, 5)})
optimizer = torch.optim.Adam(model.parameters())
log = defaultdict(float)
for x in torch.rand(6, 4, 5):
    z = model["enc"](x)
    terms = {"rec": nn.functional.mse_loss(model["dec"](z), x), "sparse": z.abs().mean()}
    loss = terms["rec"] + 0.1 * terms["sparse"]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    for name, value in terms.items():
        log[name] = log[name] + value.detach()
for name, value in log.items():
    print(name, float(value) / 6)
