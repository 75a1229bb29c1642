"""The models of an unresolved dict are put into eval mode and back into training mode in loops, before they are trained."""

import json
import pickle

import torch
import torch.nn.functional as F
from torch import nn

criterion = getattr(F, json.loads('{"criterion": "mse_loss"}')["criterion"])
models = pickle.loads(pickle.dumps({"encoder": nn.Linear(3, 4), "head": nn.Linear(4, 1)}))
optimizer = torch.optim.SGD([weight for model in models.values() for weight in model.parameters()], lr=0.1)
for epoch in range(2):
    for model in models.values():
        model.eval()
    with torch.no_grad():
        print(criterion(models["head"](models["encoder"](torch.randn(8, 3))), torch.ones(8, 1)).item())
    for model in models.values():
        model.train()
    for x in torch.randn(3, 8, 3):
        loss = criterion(models["head"](models["encoder"](x)), torch.ones(8, 1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())
