"""The part registers its layers."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        layers = []
        for before, after in zip(sizes, sizes[1:]):
            layers.append(nn.Linear(before, after))
        self.layers = nn.ModuleList(layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).tanh()
        return x


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder([6, 5, 4])
        self.classifier = nn.Linear(4, 2)

    def forward(self, x):
        return self.classifier(self.encoder(x))


def main():
    model = Classifier()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(2):
        for x in torch.randn(3, 8, 6):
            optimizer.zero_grad()
            loss = criterion(model(x), torch.randint(2, (8,)))
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
