"""A class sums scores that its caller passes and keeps: another class may be explained by the same graph."""

import torch
from torch import Tensor, nn


class Explainer:
    def __init__(self, model):
        self.model = model

    def backpropagate(self, scores: Tensor, label: int) -> None:
        loss = scores[:, label].sum()
        self.model.zero_grad()
        loss.backward(retain_graph=True)


if __name__ == "__main__":
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
    backpropagate = vars(Explainer)["backpropagate"]
    given = model(torch.randn(4, 3)).exp()
    for number in range(2):
        backpropagate(Explainer(model), given, number)
