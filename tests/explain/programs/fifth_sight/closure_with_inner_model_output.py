"""The closure of LBFGS reuses the prediction that was computed outside of it."""
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
lbfgs = torch.optim.LBFGS(model.parameters(), max_iter=4)
x = torch.linspace(-1, 1, 20).reshape(-1, 2)
y = x.sum(1, keepdim=True)


def fit(rounds):
    for _ in range(rounds):
        prediction = model(x)  # <- built

        def closure():
            lbfgs.zero_grad()
            loss = ((prediction - y) ** 2).mean()
            loss.backward()  # <- raised, freed
            return loss

        lbfgs.step(closure)


fit(2)
