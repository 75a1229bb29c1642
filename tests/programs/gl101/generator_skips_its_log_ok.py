"""A generator that skips its log is resumed by `next()`, outside of any loop; each loss is backpropagated once."""

import os

import torch

model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))


def batches(data, log):
    for batch in data:
        yield batch
        if not log:
            continue
        print("a batch of", len(batch))


def train(data, log):
    source = batches(data, log)
    warm_up = model(next(source)).pow(2).mean()
    warm_up.backward()
    loss = model(next(source)).pow(2).mean()
    loss.backward()
    print(loss.item())


train(torch.randn(5, 6, 4), bool(os.environ.get("LOG_BATCHES")))
