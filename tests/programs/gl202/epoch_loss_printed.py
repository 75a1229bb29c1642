"""The running loss is added up for one printed line and holds the graph of every batch until then."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def main():
    data = TensorDataset(torch.rand(40, 1, 8, 8), torch.randint(0, 10, (40,)))
    loader = DataLoader(data, batch_size=8, shuffle=True)
    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(18, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(2):
        running_loss = 0.0
        for i, (inputs, labels) in enumerate(loader, 0):
            optimizer.zero_grad()
            outputs = model(inputs)
            loss = criterion(outputs, labels)
            loss.backward()
            optimizer.step()
            running_loss += loss  # ! GL202
        print("[%d] loss: %.3f" % (epoch + 1, running_loss / len(loader)))


main()
