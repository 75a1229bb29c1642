"""The embedding is frozen after the module was wrapped, which still waits for its gradient."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        self.output = nn.Linear(4, 3)

    def forward(self, words):
        return self.output(self.embedding(words).mean(1))


def main():
    dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/store", rank=0, world_size=1)
    classifier = Classifier()
    ddp = DistributedDataParallel(classifier)  # ! GL603
    classifier.embedding.weight.requires_grad = False
    optimizer = torch.optim.SGD([p for p in classifier.parameters() if p.requires_grad], lr=0.1)
    for step in range(3):
        loss = nn.functional.cross_entropy(ddp(torch.randint(10, (4, 5))), torch.randint(3, (4,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
