"""The script calls the tiled prediction with grad mode on."""

import torch
from torch import nn


def predict_tiles(model, image):
    model.eval()
    total = 0.0
    for row in range(4):
        total += model(image[row : row + 2]).sum().item()  # ! GL301
    return total


def main():
    model = nn.Linear(3, 2)
    model.eval()
    image = torch.randn(6, 3)
    with torch.no_grad():
        for _ in range(2):
            print(model(image).argmax(1))
    print(predict_tiles(model, image))


if __name__ == "__main__":
    main()
