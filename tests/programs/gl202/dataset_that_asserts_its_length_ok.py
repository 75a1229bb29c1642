"""The sum of the losses is a number; the data asserts how many rows it has read."""

import torch
from torch import nn


class Rows:
    def __init__(self, text, expected):
        self.rows = []
        index = {"odd": [], "even": []}
        for number, line in enumerate(text.splitlines()):
            self.rows.append([float(part) for part in line.split()])
            index["odd" if number % 2 else "even"].append(number)
        for name, found in index.items():
            assert len(found) == expected // 2, name

    def batches(self):
        return torch.tensor(self.rows).split(2)


def main():
    rows = Rows("\n".join("1 2 3" for _ in range(10)), 10)
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    total = 0.0
    for batch in rows.batches():
        loss = model(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(float(total))


main()
