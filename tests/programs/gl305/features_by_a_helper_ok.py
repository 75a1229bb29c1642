"""The helper works under no_grad."""

import torch
import torch.nn.functional as F
from torch import nn

towers = {"image": nn.Linear(8, 6), "text": nn.Linear(5, 6)}
adapter = nn.Linear(6, 6)
optimizer = torch.optim.SGD(adapter.parameters(), lr=0.1)


@torch.no_grad()
def embed(kind, batch):
    return F.normalize(towers[kind](batch), dim=1)


def train(pairs):
    for images, texts in pairs:
        scores = adapter(embed("image", images)) @ adapter(embed("text", texts)).t()
        loss = F.cross_entropy(scores, torch.arange(len(scores)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    train([(torch.randn(4, 8), torch.randn(4, 5)) for _ in range(3)])
