"""hydra: `instantiate` and its kin create the model, the optimizer and the loss that the settings name."""

import hydra
import torch
from hydra import compose, initialize
from hydra.utils import call, get_class, get_method, instantiate, to_absolute_path


def not_reset(config, loader):
    model = instantiate(config.model)
    optimizer: torch.optim.Optimizer = instantiate(config.optimizer, params=model.parameters())
    for x, y in loader:
        loss = (model(x) - y).pow(2).mean()
        loss.backward()  # ! GL501
        optimizer.step()


def reset(config, loader):
    model = instantiate(config.model)
    optimizer: torch.optim.Optimizer = instantiate(config.optimizer, params=model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        loss = (model(x) - y).pow(2).mean()
        loss.backward()
        optimizer.step()


def class_not_reset(config, loader):
    model = get_class(config.model)(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = call(config.loss, model(x), y)
        loss.backward()  # ! GL501
        optimizer.step()


def class_reset(config, loader):
    model = get_class(config.model)(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = call(config.loss, model(x), y)
        loss.backward()
        optimizer.step()


def reset_by_a_method(config, loader):
    reset = get_method(config.reset)
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        reset(optimizer)
        loss = (model(x) - y).pow(2).mean()
        loss.backward()
        optimizer.step()


@hydra.main(version_base=None, config_path="settings", config_name="training")
def main(config):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in torch.load(to_absolute_path(config.data)):
        loss = (model(x) - y).pow(2).mean()
        loss.backward()  # ! GL501
        optimizer.step()


def settings_composed_in_a_test(loader):
    model = torch.nn.Linear(3, 1)
    with initialize(version_base=None, config_path="settings"):
        config = compose(config_name="training")
    optimizer = torch.optim.SGD(model.parameters(), lr=config.rate)
    for x, y in loader:
        loss = (model(x) - y).pow(2).mean()
        loss.backward()  # ! GL501
        optimizer.step()


if __name__ == "__main__":
    main()
