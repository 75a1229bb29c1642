"""More functions call each other than the analysis follows into. Nothing on the way to `validate` disables grad mode."""

import torch
from torch import nn


def train(model, optimizer, loader):
    model.train()
    for inputs, labels in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(inputs), labels).backward()
        optimizer.step()


def validate(model, loader):
    model.eval()
    right = 0
    for inputs, labels in loader:
        predicted = model(inputs).argmax(dim=1)  # ! GL301
        right += (predicted == labels).sum().item()
    return right


def finish_epoch(model, loader, scores):
    scores.append(validate(model, loader))


def run_epoch(model, optimizer, loader, scores):
    train(model, optimizer, loader)
    finish_epoch(model, loader, scores)


def fit(model, loader, scores):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        run_epoch(model, optimizer, loader, scores)


def run_fold(loader, scores):
    fit(nn.Linear(3, 2), loader, scores)


def run_experiment(loader):
    scores = []
    for _ in range(2):
        run_fold(loader, scores)
    return scores


def run_experiments(loaders):
    return [run_experiment(loader) for loader in loaders]


def main():
    loader = [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0])) for _ in range(3)]
    print(run_experiments([loader]))


if __name__ == "__main__":
    main()
