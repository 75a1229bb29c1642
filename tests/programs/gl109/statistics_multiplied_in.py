"""The data's statistics were taken in inference mode, and the product with what the network says saves them."""

import torch
from torch import nn


def statistics(batches):
    with torch.inference_mode():
        everything = torch.cat(list(batches))
        return everything.mean(dim=0), everything.std(dim=0)


def main():
    batches = torch.randn(3, 6, 4) * 5
    mean, spread = statistics(batches)
    network = nn.Linear(4, 4)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    for batch in batches:
        answer = network((batch - mean) / spread) * spread + mean  # ! GL109
        optimizer.zero_grad()
        (answer - batch).abs().mean().backward()
        optimizer.step()


if __name__ == "__main__":
    main()
