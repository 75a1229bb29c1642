"""A received optimizer clears its gradients before a received gradient scaler steps it."""

import torch


def train(model, opt, scaler, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        scaler.scale(loss).backward()
        opt.zero_grad()  # ! GL502
        scaler.step(opt)
        scaler.update()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.amp.GradScaler("cpu", enabled=False), torch.randn(4, 2, 3))
