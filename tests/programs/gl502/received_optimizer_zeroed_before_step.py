"""An optimizer that the function receives clears its gradients between the backward pass and its step."""

import torch


def train(model, opt, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.zero_grad()  # ! GL502
        opt.step()


network = torch.nn.Linear(3, 1)
eval("train")(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(4, 2, 3))
