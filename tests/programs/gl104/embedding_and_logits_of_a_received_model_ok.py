"""The only optimizer that the function receives steps after the backward passes of both outputs of the model that it trains."""

import torch
from torch import nn


def train(model, optimizer, batches):
    model.train()
    for inputs, labels in batches:
        embedding, logits = model(inputs)
        loss = nn.functional.cross_entropy(logits, labels)
        spread = embedding.pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        spread.backward()
        optimizer.step()


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 4))
        self.head = nn.Linear(4, 2)

    def forward(self, inputs):
        embedding = self.body(inputs)
        return embedding, self.head(embedding)


network = Network()
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0]))])
