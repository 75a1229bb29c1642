"""torch2trt: TensorRT runs the converted model, which builds no graph; the original one does."""

import torch
from torch2trt import TRTModule, torch2trt


def loaded(path, loader):
    engine = TRTModule()
    engine.load_state_dict(torch.load(path))
    engine.eval()
    for x in loader:
        print(engine(x).argmax(1))


def converted(loader, sample):
    model = torch.nn.Linear(3, 3)
    model.eval()
    engine = torch2trt(model, [sample])
    engine.eval()
    for x in loader:
        print(engine(x).argmax(1))


def original(loader):
    model = torch.nn.Linear(3, 3)
    model.eval()
    for x in loader:
        print(model(x).argmax(1))  # ! GL301


def trained(loader, sample):
    model = torch.nn.Linear(3, 3)
    engine = torch2trt(model, [sample])
    for x in loader:
        engine(model(x)).sum().backward()  # ! GL107
