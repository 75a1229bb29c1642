"""A classifier that works, and needs ever more memory: a total that keeps every graph, and an evaluation that builds them."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 5))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()
data = TensorDataset(torch.randn(200, 20), torch.randint(5, (200,)))
training = DataLoader(data, batch_size=20, shuffle=True)
validation = DataLoader(data, batch_size=50)


def train_one_epoch():
    model.train()
    total = 0.0
    for inputs, labels in training:
        optimizer.zero_grad()
        loss = criterion(model(inputs), labels)
        loss.backward()
        optimizer.step()
        total += loss
    return total / len(training)


def validate():
    model.eval()
    correct = 0
    for inputs, labels in validation:
        scores = model(inputs)
        correct += (scores.argmax(1) == labels).sum().item()
    return correct / len(data)


for epoch in range(3):
    print(f"epoch {epoch}: loss {train_one_epoch():.3f}, accuracy {validate():.2f}")
