"""A step function for an engine: after the received criterion, a penalty on the output of a model that is only switched to training."""

import torch
from torch import nn


def build_step(model, criterion, optimizer):
    def step(batch):
        model.train()
        inputs, target = batch
        optimizer.zero_grad()
        output = model(inputs)
        loss = criterion(output, target)
        loss.backward()
        (0.1 * output.softmax(dim=1).pow(2).mean()).backward()  # ! GL101
        optimizer.step()
        return loss.item()

    return step


network = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
run = eval("build_step")(network, nn.MSELoss(), torch.optim.SGD(network.parameters(), lr=0.1))
run((torch.randn(4, 3), torch.rand(4, 2)))
