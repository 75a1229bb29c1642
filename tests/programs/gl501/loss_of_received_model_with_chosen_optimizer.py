"""The constructor freezes the encoder or not, chooses the optimizer of received parameters, and no iteration resets them."""

from collections.abc import Iterable

import torch
from torch import nn


class Finetuning:
    def __init__(self, model: nn.ModuleDict, groups: Iterable[nn.Parameter], *, frozen: bool, momentum: float) -> None:
        self.model = model
        if frozen:
            for name in ("encoder", "norm"):
                self.model[name].requires_grad_(False).eval()
        parameters = list(groups)
        if momentum:
            self.optimizer: torch.optim.Optimizer = torch.optim.SGD(parameters, lr=0.1, momentum=momentum)
        else:
            self.optimizer = torch.optim.AdamW(parameters)

    def epoch(self, batches: Iterable[torch.Tensor]) -> float:
        total = 0.0
        for batch in batches:
            features = self.model["norm"](self.model["encoder"](batch))
            loss = self.model["head"](features).pow(2).mean()
            loss.backward()  # ! GL501
            self.optimizer.step()
            total += loss.item()
        return total


def main() -> None:
    model = nn.ModuleDict({"encoder": nn.Linear(4, 4), "norm": nn.BatchNorm1d(4), "head": nn.Linear(4, 1)})
    run = eval("Finetuning")(model, model["head"].parameters(), frozen=True, momentum=0.9)
    print(run.epoch([torch.randn(8, 4) for _ in range(3)]))


main()
