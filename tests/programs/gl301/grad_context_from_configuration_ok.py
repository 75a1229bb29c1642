"""The context in which the evaluation runs is looked up by name, and is inference mode."""

import json

import torch
from torch import nn

config = json.loads('{"context": "inference_mode"}')
model = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
model.eval()
answers = []
with getattr(torch, config["context"])():
    for batch in torch.randn(3, 5, 4):
        answers.append(model(batch))
print(len(answers))
