"""The function made by another is called with two losses of one prediction, and its first backward frees what they share."""

import torch


def make_runner(model, optimizer):
    def apply(loss):
        optimizer.zero_grad()
        loss.backward()  # ! GL101
        optimizer.step()

    return apply


model = torch.nn.Sequential(torch.nn.Linear(5, 7), torch.nn.Sigmoid(), torch.nn.Linear(7, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
run = make_runner(model, optimizer)
x, y = torch.randn(9, 5), torch.randn(9, 1)
prediction = model(x)
run(torch.nn.functional.mse_loss(prediction, y))
run(torch.nn.functional.l1_loss(prediction, y))
