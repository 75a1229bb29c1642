"""A class sums scores that it computes itself for each label: no other backward can reach their graph."""

import torch
from torch import Tensor, nn


class Explainer:
    def __init__(self, model):
        self.model = model

    def backpropagate(self, inputs: Tensor, label: int) -> None:
        scores = self.model(inputs)
        loss = scores[:, label].sum()
        self.model.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201


if __name__ == "__main__":
    explained = {"model": nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))}
    made = {"explainer": Explainer(explained["model"])}
    for number in range(2):
        getattr(made["explainer"], "backpropagate")(torch.randn(4, 3), number)
