"""Trains the model of blocks."""

import torch
from model_of_blocks import ModelOfBlocks

if __name__ == "__main__":
    model = ModelOfBlocks()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(4):
        loss = model(torch.randn(8, 4)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
