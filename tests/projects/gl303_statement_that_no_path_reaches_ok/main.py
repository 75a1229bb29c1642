"""The same methods are called, wherever the lines are."""
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 1), nn.Dropout())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def predict(network, inputs):
    if inputs.ndim == 7:
        network.eval()
    with torch.no_grad():
        return network(inputs)


def unused(settings):
    trainer = settings["trainer"]
    trainer.network.eval()


class Later:
    def __init__(self, network):
        self.network = network
        self.network.eval()

    def size(self):
        return sum(parameter.numel() for parameter in self.network.parameters())


print(predict(model, torch.randn(4, 3)).shape, Later(model).size())
