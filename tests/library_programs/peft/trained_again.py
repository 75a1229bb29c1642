"""peft: an adapter that is activated, or whose parameters are made trainable, has a graph again."""

import torch
from peft import PeftModel


def adapter(base, loader):
    model = PeftModel.from_pretrained(base, "adapter")
    model.set_adapter("default")
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()


def named(base, loader):
    model = PeftModel.from_pretrained(base, "adapter")
    for name, parameter in model.named_parameters():
        if "lora" in name:
            parameter.requires_grad = True
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()


def linear(loader):
    model = PeftModel.from_pretrained(torch.nn.Linear(3, 3), "adapter")
    model.set_adapter("default")
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
