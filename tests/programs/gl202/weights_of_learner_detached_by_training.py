"""A meta-learner computes weights in a loop, with the graph of all steps: training detaches them, and nothing else uses the graph."""

import torch
from torch import nn

torch.manual_seed(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 3, bias=False), nn.ReLU(), nn.Linear(3, 1, bias=False))

    def transfer(self, weights):
        start = 0
        for module in eval("self.layers").modules():
            if isinstance(module, nn.Linear):
                old = module._parameters["weight"]
                module._parameters["weight"] = weights[start : start + old.numel()].view_as(old).clone()
                start += old.numel()

    def forward(self, x):
        return self.layers(x)


def learn(meta, weights):
    for _ in range(4):
        for _ in range(4):
            gradient = torch.randn(12)
            weights = weights - meta(gradient) * gradient  # ! GL202
    return weights


def show(meta):
    print(learn(meta, torch.zeros(12)).norm().item())


def main(mode, batches):
    meta = nn.Linear(12, 12)
    model = Model()
    if mode == "show":
        show(meta)
        return
    optimizer = torch.optim.SGD(meta.parameters(), lr=0.1)
    for batch in batches:
        model.transfer(learn(meta, torch.zeros(12)).detach())
        loss = meta(torch.randn(12)).square().mean() * batch.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    show(meta)


main(eval("'train'"), [torch.randn(4, 3) for _ in range(3)])
