"""The second loss is taken from a new prediction."""

import torch


def make_runner(model, optimizer):
    def apply(loss):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return apply


model = torch.nn.Sequential(torch.nn.Linear(5, 7), torch.nn.Sigmoid(), torch.nn.Linear(7, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
run = make_runner(model, optimizer)
x, y = torch.randn(9, 5), torch.randn(9, 1)
prediction = model(x)
run(torch.nn.functional.mse_loss(prediction, y))
prediction = model(x)
run(torch.nn.functional.l1_loss(prediction, y))
