"""An unresolved step returns a mapping whose loss is backpropagated: the mapping holds its graph for the rest of the epoch."""

import json

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def training_step(self, batch):
        return {"loss": self.layer(batch).pow(2).mean(), "size": len(batch)}


def train(step, optimizer, loader):
    outputs = []
    for batch in loader:
        optimizer.zero_grad()
        output = step(batch)
        output["loss"].backward()
        optimizer.step()
        outputs.append(output)  # ! GL203
    return sum(float(output["loss"]) for output in outputs)


if __name__ == "__main__":
    model = Classifier()
    step = getattr(model, json.loads('{"step": "training_step"}')["step"])
    print(train(step, torch.optim.SGD(model.parameters(), lr=0.1), torch.randn(5, 4, 3)))
