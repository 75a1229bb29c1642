import torch
from recomputed_blocks import RecomputedBlocks
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = RecomputedBlocks(4, 2)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        return self.head(self.body(x))


def main():
    model = Classifier()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in torch.randn(3, 8, 4):
        loss = nn.functional.cross_entropy(model(x), torch.randint(2, (8,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
