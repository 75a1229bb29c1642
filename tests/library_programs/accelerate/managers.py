"""Accelerate: its context managers leave grad mode as it is."""

import torch
from accelerate import Accelerator, init_empty_weights


def in_profile(loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        with accelerator.profile():
            print(model(x))  # ! GL301


def in_join_uneven_inputs(loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        with accelerator.join_uneven_inputs([model]):
            print(model(x))  # ! GL301


def in_main_process_first(loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        with accelerator.main_process_first():
            print(model(x))  # ! GL301


def in_local_main_process_first(loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        with accelerator.local_main_process_first():
            print(model(x))  # ! GL301


def in_init_empty_weights(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        with init_empty_weights():
            print(model(x))  # ! GL301


def without_grad(loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        with accelerator.main_process_first(), torch.no_grad():
            print(model(x))
