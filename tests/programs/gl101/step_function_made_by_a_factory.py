"""A factory returns the training step, whose caller takes it from a table: the step is analyzed as it is defined."""

import torch
from torch import nn

STEPS = {}


def make_step(clip):
    def train_step(model, optimizer, batch):
        optimizer.zero_grad()
        loss = model(batch).pow(2).mean()
        loss.backward()
        if clip:
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        loss.backward()  # ! GL101
        optimizer.step()
        return loss.item()

    return train_step


def main(name):
    STEPS["plain"] = make_step(False)
    net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
    sgd = torch.optim.SGD(net.parameters(), lr=0.1)
    getattr(STEPS, "get")(name)(net, sgd, torch.randn(2, 3))


if __name__ == "__main__":
    main("plain")
