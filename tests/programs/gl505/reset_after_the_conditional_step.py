"""The reset after the conditional step runs for each micro-batch."""

import torch
from torch import nn


def main(accumulate=2):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(4):
        for i in range(6):
            loss = model(torch.randn(8, 3)).pow(2).mean() / accumulate
            loss.backward()
            if not (i + 1) % accumulate:
                optimizer.step()
            optimizer.zero_grad()  # ! GL505


if __name__ == "__main__":
    main()
