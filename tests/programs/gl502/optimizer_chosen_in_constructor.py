"""The constructor freezes some layers and chooses an optimizer for parameters that it receives."""

import torch
from torch import nn


class Trainer:
    def __init__(self, options: dict[str, bool], layers: list[nn.Module], parameters: list[nn.Parameter]) -> None:
        self.options = options
        self.layers = layers
        if self.options["frozen"]:
            self.freeze()
        if self.options["adaptive"]:
            self.optimizer: torch.optim.Optimizer = torch.optim.Adam(parameters)
        else:
            self.optimizer = torch.optim.SGD(parameters, lr=0.1)

    def freeze(self) -> None:
        for index in range(len(self.layers) - 1):
            self.layers[index].requires_grad_(False).eval()

    def fit(self, batches: list[torch.Tensor]) -> None:
        for batch in batches:
            loss = self.layers[-1](batch).pow(2).mean()
            loss.backward()
            self.optimizer.zero_grad()  # ! GL502
            self.optimizer.step()


def main() -> None:
    layers = [nn.Linear(3, 3), nn.Linear(3, 1)]
    eval("Trainer")({"frozen": True, "adaptive": False}, layers, list(layers[-1].parameters())).fit([torch.randn(8, 3) for _ in range(3)])


main()
