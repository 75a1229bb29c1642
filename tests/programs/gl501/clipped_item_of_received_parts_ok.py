"""The training step clips the gradients of an item of a received collection, and each iteration resets them."""

from collections.abc import Iterable
from typing import Any

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_


class Trainer:
    def __init__(self, parts: dict[str, Any]) -> None:
        self.parts = parts

    def clip(self) -> None:
        clip_grad_norm_(self.parts["model"].parameters(), 1.0)

    def fit(self, batches: Iterable[torch.Tensor]) -> None:
        for batch in batches:
            loss = self.parts["loss"](self.parts["model"](batch), torch.zeros(8, 1))
            self.parts["optimizer"].zero_grad()
            loss.backward()
            self.clip()
            self.parts["optimizer"].step()


def main() -> None:
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    parts = {"model": model, "loss": nn.MSELoss(), "optimizer": optimizer}
    eval("Trainer")(parts).fit([torch.randn(8, 3) for _ in range(3)])


main()
