"""Lightning: freeze() freezes all parameters and switches to eval mode, unfreeze() does the reverse."""

import lightning as L
import torch


class Net(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 2)

    def forward(self, x):
        return self.layer(x)


def scores_of_frozen(path, batches):
    model = Net.load_from_checkpoint(path)
    model.eval().freeze()
    for batch in batches:
        print(model(batch).argmax(1))


def scores_of_loaded(path, batches):
    model = Net.load_from_checkpoint(path)
    model.eval()
    for batch in batches:
        print(model(batch).argmax(1))  # ! GL301


def scores_of_unfrozen(path, batches):
    model = Net.load_from_checkpoint(path)
    model.freeze()
    model.unfreeze()
    model.eval()
    for batch in batches:
        print(model(batch).argmax(1))  # ! GL301


def train_unfrozen(batches):
    model = Net()
    model.freeze()
    model.unfreeze()
    for batch in batches:
        loss = model(batch).sum()
        loss.backward()


def extend(head, batches):
    teacher = Net()
    teacher.freeze()
    optimizer = torch.optim.SGD(head.parameters(), 0.1)
    for batch in batches:
        optimizer.zero_grad()
        loss = head(teacher(batch)).sum()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    data = torch.load("batches")
    scores_of_frozen("net", data)
    scores_of_loaded("net", data)
    scores_of_unfrozen("net", data)
    train_unfrozen(data)
    extend(torch.nn.Linear(2, 1), data)
