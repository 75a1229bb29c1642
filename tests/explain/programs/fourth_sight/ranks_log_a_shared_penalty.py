"""A process of a distributed run: the penalty on the weights is computed once for all steps."""
import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)


def main():
    model = nn.parallel.DistributedDataParallel(nn.Linear(5, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    penalty = torch.stack([p.norm() for p in model.parameters()]).sum()  # <- built
    for batch in torch.randn(3, 4, 5):
        optimizer.zero_grad()
        (model(batch).logsumexp(1).mean() + 1e-3 * penalty).backward()  # <- raised, freed


main()
