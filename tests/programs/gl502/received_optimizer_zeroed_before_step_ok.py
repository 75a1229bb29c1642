"""An optimizer that the function receives clears its gradients before the backward pass."""

import torch


def train(model, opt, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(4, 2, 3))
