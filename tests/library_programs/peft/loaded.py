"""peft: a loaded adapter is frozen together with its model, so that evaluation builds no graph."""

import torch
from peft import PeftModel


def passes(model, loader):
    model = PeftModel.from_pretrained(model, "adapter")
    model.eval()
    for x in loader:
        print(model(x))


def passes_of_the_model(loader):
    model = torch.nn.Linear(3, 3)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


def trained(loader):
    model = torch.nn.Linear(3, 3)
    model = PeftModel.from_pretrained(model, "adapter", is_trainable=True)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
