"""The inner function uses a loss of the enclosing function."""
import torch
from vendorlib import make_model, run_steps


def fit(model, data):
    outputs = model(data)  # <- built
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def step():
        loss = outputs.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  # <- raised, freed
        optimizer.step()

    run_steps(step, 2)


fit(make_model(4, 2), torch.randn(3, 4))
