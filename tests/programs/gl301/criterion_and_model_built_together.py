"""One function builds the model and the criterion, which receives the outputs of the evaluation."""

import sys
from types import ModuleType

import torch
from torch import nn

detection = ModuleType("detection_models")


class SetCriterion:
    def __init__(self, weight):
        self.weight = weight

    def __call__(self, outputs, targets):
        return {"boxes": self.weight * (outputs - targets).abs().mean()}


detection.build_model = lambda arguments: (nn.Linear(arguments["size"], 4), SetCriterion(arguments["weight"]))
sys.modules["detection_models"] = detection

from detection_models import build_model  # noqa: E402


def main(arguments, batches):
    model, criterion = build_model(arguments)
    model.eval()
    seen = []
    for samples, targets in batches:
        outputs = model(samples)  # ! GL301
        losses = criterion(outputs, targets)
        seen.append(sum(losses.values()).item())
    print(sum(seen) / len(seen))


if __name__ == "__main__":
    main({"size": 3, "weight": 2.0}, [(torch.randn(4, 3), torch.randn(4, 4)) for _ in range(4)])
