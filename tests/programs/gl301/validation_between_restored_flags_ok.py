"""The validation freezes the model; an attack freezes it again, and restores the flags that it found."""

import torch
from torch import nn


def set_flags(model, flag):
    for parameter in model.parameters():
        parameter.requires_grad_(flag)


class Frozen:
    def __init__(self, model):
        self.model = model
        self.flags = {parameter: parameter.requires_grad for parameter in model.parameters()}
        set_flags(model, False)

    def __enter__(self):
        return self.model

    def __exit__(self, *details):
        for parameter in self.model.parameters():
            parameter.requires_grad = self.flags[parameter]


def validate(model, loader, attack):
    model.eval()
    set_flags(model, False)
    correct = []
    for inputs, labels in loader:
        correct.append((model(inputs).argmax(dim=1) == labels).float().mean().item())
        with Frozen(model):
            attacked = attack(model, inputs, labels)
        correct.append((model(attacked.detach()).argmax(dim=1) == labels).float().mean().item())
    return correct


print(validate(nn.Linear(3, 4), [(torch.rand(2, 3), torch.tensor([0, 1]))] * 2, lambda model, inputs, labels: inputs + 0.1))
