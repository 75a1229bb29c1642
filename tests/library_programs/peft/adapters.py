"""peft: the wrapped model is the model, changed in place."""

import torch
from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training


def not_reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model = prepare_model_for_kbit_training(model)
    model = get_peft_model(model, LoraConfig(r=8))
    for x in loader:
        loss = (model(x) ** 2).sum()
        loss.backward()  # ! GL501
        optimizer.step()


def reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model = prepare_model_for_kbit_training(model)
    model = get_peft_model(model, LoraConfig(r=8))
    for x in loader:
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
