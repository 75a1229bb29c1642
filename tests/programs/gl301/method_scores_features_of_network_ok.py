"""A method of classification chosen by its name receives the network, and runs it under `no_grad` itself: there is no graph."""

import torch
from torch import nn


class Prototypes(nn.Module):
    def __init__(self):
        super().__init__()
        self.centers = nn.Parameter(torch.randn(5, 4))

    def forward(self, images, model):
        with torch.no_grad():
            return -torch.cdist(model(images), self.centers)


def test(method, model, batches):
    model.eval()
    method.eval()
    right = 0
    for images, labels in batches:
        scores = method(images, model)
        right += int((scores.argmax(1) == labels).sum())
    return right


if __name__ == "__main__":
    batches = [(torch.randn(6, 3), torch.randint(0, 5, (6,))) for _ in range(3)]
    print(eval("test")(Prototypes(), nn.Linear(3, 4), batches))
