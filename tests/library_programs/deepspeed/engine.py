"""deepspeed: the engine is the model; its step resets the gradients, and its backward frees the graph."""

import deepspeed
import torch


def twice(args, loader):
    model = torch.nn.Linear(3, 1)
    engine, optimizer, _, _ = deepspeed.initialize(args=args, model=model, model_parameters=model.parameters())
    for x in loader:
        loss = (engine(x) ** 2).sum()
        engine.backward(loss)
        engine.backward(loss)  # ! GL101
        engine.step()


def once(args, loader):
    model = torch.nn.Linear(3, 1)
    engine, optimizer, _, _ = deepspeed.initialize(args=args, model=model, model_parameters=model.parameters())
    for x in loader:
        loss = (engine(x) ** 2).sum()
        engine.backward(loss)
        engine.step()


def retained(args, loader):
    model = torch.nn.Linear(3, 1)
    engine, optimizer, _, _ = deepspeed.initialize(args, model, model_parameters=model.parameters())
    for x in loader:
        loss = (engine(x) ** 2).sum()
        engine.backward(loss, retain_graph=True)
        engine.backward(loss)
        engine.step()


def inference(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    engine = deepspeed.init_inference(model)
    for x in loader:
        print(engine(x))  # ! GL301
