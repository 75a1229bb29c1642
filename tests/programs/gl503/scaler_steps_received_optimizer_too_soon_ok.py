"""A received gradient scaler steps the optimizer after the backward pass."""

import torch


def train(model, opt, scaler, batches):
    for batch in batches:
        opt.zero_grad()
        loss = model(batch).pow(2).mean()
        scaler.scale(loss).backward()
        scaler.step(opt)
        scaler.update()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.amp.GradScaler("cpu", enabled=False), torch.randn(4, 2, 3))
