"""They are zeroed after the step."""

import torch
from torch import nn


def main(every=2):
    network = nn.Sequential(nn.Linear(4, 4), nn.Sigmoid(), nn.Linear(4, 1))
    optimizer = torch.optim.RMSprop(network.parameters())
    for number, batch in enumerate(torch.randn(6, 3, 4), start=1):
        (network(batch).abs().mean() / every).backward()
        if number % every == 0:
            optimizer.step()
            optimizer.zero_grad()


if __name__ == "__main__":
    main()
