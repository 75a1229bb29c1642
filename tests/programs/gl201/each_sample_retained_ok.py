"""Every sample's graph is backpropagated once and let go."""

import torch as th


def per_sample_norms(network, batch):
    norms = []
    for sample in batch.unbind():
        network.zero_grad()
        th.sum(network(sample) ** 2).backward()
        norms.append(sum(p.grad.norm() ** 2 for p in network.parameters()).sqrt().item())
    return norms


print(per_sample_norms(th.nn.Sequential(th.nn.Linear(3, 4), th.nn.ReLU(), th.nn.Linear(4, 2)), th.randn(4, 3)))
