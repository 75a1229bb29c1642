"""The blocks of a loaded model are those that were stored."""

import io

import torch
from torch import nn

stored = io.BytesIO()
torch.save(nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), stored)
stored.seek(0)
layer = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)
layer.load_state_dict(torch.load(stored, weights_only=False).state_dict())
for parameter in layer.parameters():
    parameter.requires_grad = False
model = nn.Sequential(*list(layer.children())[1:4])
for block in list(model.children())[2:]:
    for parameter in block.parameters():
        parameter.requires_grad = True
optimizer = torch.optim.SGD(filter(lambda parameter: parameter.requires_grad, model.parameters()), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    model(torch.randn(2, 4)).pow(2).mean().backward()
    optimizer.step()
