"""Of two received optimizers, the second steps before the backward pass that computes its gradients."""

import torch


def train(encoder, head, first, second, batches):
    for batch in batches:
        first.zero_grad()
        encoder(batch).pow(2).mean().backward()
        first.step()
        second.zero_grad()
        loss = head(batch).pow(2).mean()
        second.step()  # ! GL503
        loss.backward()


network = torch.nn.Linear(3, 1)
eval("train")(
    network,
    head := torch.nn.Linear(3, 1),
    torch.optim.SGD(network.parameters(), lr=0.1),
    torch.optim.SGD(head.parameters(), lr=0.1),
    torch.randn(4, 2, 3),
)
