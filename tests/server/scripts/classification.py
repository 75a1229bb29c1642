import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Dropout(0.1))
        self.head = nn.Linear(8, 10)

    def forward(self, images):
        features = self.features(images)
        pooled = features.mean((2, 3))
        return self.head(pooled)


def train(model, loader, optimizer):
    model.train()
    running = 0.0
    for images, labels in loader:
        optimizer.zero_grad()
        logits = model(images)
        loss = F.cross_entropy(logits, labels)
        loss.backward()
        optimizer.step()
        running += loss
    return running / len(loader)


def evaluate(model, loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for images, labels in loader:
            output = model(images)
            correct += (output.argmax(1) == labels).sum().item()
    return correct


net = Net()
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
data = [(torch.randn(4, 3, 8, 8), torch.randint(10, (4,))) for _ in range(3)]
epoch_loss = train(net, data, sgd)
accuracy = evaluate(net, data)
