"""Of the two context managers only the first is a call: the second is the class, and entering it raises."""

import torch
from torch import nn


def predict(model, batches):
    answers = []
    with torch.autocast("cpu", enabled=False), torch.inference_mode:  # ! GL302
        for batch in batches:
            answers.append(model(batch).argmax(dim=1))
    return answers


def main():
    print(len(predict(nn.Linear(3, 2).eval(), torch.randn(2, 4, 3))))


if __name__ == "__main__":
    main()
