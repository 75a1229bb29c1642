"""The loop backpropagates one sample after the other, each with a forward pass of its own and retained for nothing."""

import torch as th


def per_sample_norms(network, batch):
    norms = []
    for sample in batch.unbind():
        network.zero_grad()
        th.sum(network(sample) ** 2).backward(retain_graph=True)  # ! GL201
        norms.append(sum(p.grad.norm() ** 2 for p in network.parameters()).sqrt().item())
    return norms


print(per_sample_norms(th.nn.Sequential(th.nn.Linear(3, 4), th.nn.ReLU(), th.nn.Linear(4, 2)), th.randn(4, 3)))
