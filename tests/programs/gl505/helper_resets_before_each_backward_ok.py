"""A helper runs backward, and its caller resets the gradients after the step."""

import torch
from torch import nn


def backpropagate(model, optimizer, x):
    loss = model(x).pow(2).mean()
    loss.backward()
    return loss.item()


def main(every):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)
    losses = []
    for number, x in enumerate(torch.randn(8, 8, 3), 1):
        losses.append(backpropagate(model, optimizer, x))
        if number % every == 0:
            optimizer.step()
            optimizer.zero_grad()
    print(losses)


if __name__ == "__main__":
    main(2)
