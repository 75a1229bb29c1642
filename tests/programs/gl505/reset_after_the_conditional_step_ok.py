"""The reset runs under the condition of the step."""

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
                optimizer.zero_grad()


if __name__ == "__main__":
    main()
