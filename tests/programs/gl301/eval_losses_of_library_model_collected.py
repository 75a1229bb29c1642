"""The library's model is evaluated with grad mode on, and the losses read off its outputs keep a graph for each batch."""

import sys
import types

import torch

library = types.ModuleType("transformers")
exec(
    """
import torch

class Answer:
    def __init__(self, loss):
        self.loss = loss

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)
    def forward(self, inputs, labels):
        return Answer((self.layer(inputs) - labels).pow(2).mean())

def get_loader():
    return [{"inputs": torch.randn(4, 3), "labels": torch.randn(4, 1)} for _ in range(3)]
""",
    library.__dict__,
)
sys.modules["transformers"] = library
from transformers import Model, get_loader

model = Model()
optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
for epoch in range(2):
    model.train()
    for batch in get_loader():
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    model.eval()
    losses = []
    for batch in get_loader():
        outputs = model(**batch)  # ! GL301
        losses.append(outputs.loss)
    print(torch.stack(losses).mean().item())
