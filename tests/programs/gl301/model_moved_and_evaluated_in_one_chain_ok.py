"""A model of an unresolved function is moved and set to eval mode in one expression, and then called under no_grad."""

import sys
import types

import torch
from torch import nn

models = types.ModuleType("models_of_classifiers")
exec("from torch import nn\ndef get_model():\n    return nn.Linear(3, 1)", models.__dict__)
sys.modules["models_of_classifiers"] = models
from models_of_classifiers import get_model


def main(device):
    model = get_model()
    model.load_state_dict(nn.Linear(3, 1).state_dict())
    model.to(device).eval()
    results = []
    with torch.no_grad():
        for number in range(4):
            output = model(torch.randn(1, 3))
            results.append({"id": number, "label": int(torch.sigmoid(output).item() > 0.5)})
    return results


print(main("cpu"))
