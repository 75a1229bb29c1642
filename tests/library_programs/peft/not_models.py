"""peft: a configuration is not a model, a loaded model may be frozen, and generated tokens have no graph."""

import torch
from peft import AutoPeftModelForCausalLM, LoraConfig, PeftModelForCausalLM, get_peft_model


def configuration(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = LoraConfig.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


def loaded(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    made = AutoPeftModelForCausalLM.from_pretrained("base")
    total = 0
    for x in loader:
        optimizer.zero_grad()
        model(x).pow(2).sum().backward()
        optimizer.step()
        total += made(x)
    print(total)


class Speaking(PeftModelForCausalLM):
    def show(self, loader):
        self.eval()
        for x in loader:
            print(self.generate(x))


def computed(loader, config):
    model = get_peft_model(torch.nn.Linear(3, 1), config)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301
