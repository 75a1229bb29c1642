"""The answers of an evaluated model are asserted to be of one shape, and nothing else is done with them: an assertion that fails hands
nothing back."""
import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first, self.last = nn.Linear(3, width), nn.Linear(width, 2)

    def forward(self, inputs, deep=False):
        hidden = self.first(inputs)
        if deep:
            return self.last(hidden.relu()), hidden
        return self.last(hidden)


def evaluate(deep):
    model = Classifier(4).eval()
    sizes = []
    for _ in range(3):
        answers = model(torch.randn(5, 3), deep)  # ! GL301
        if deep:
            answers, _ = answers
        assert answers.shape == (5, 2)
        sizes.append(answers.shape)
    return sizes


if __name__ == "__main__":
    print(globals()["evaluate"](False))
