"""autograd.grad for the report on the inputs frees the graph, and the update's backward comes too late."""

import torch
import torch.nn.functional as F


class Rainmaker(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cloud = torch.nn.Linear(3, 7)
        self.rain = torch.nn.Linear(7, 1)

    def forward(self, weather):
        return self.rain(F.softplus(self.cloud(weather)))


model = Rainmaker()
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.01)
weather = torch.rand(6, 3).requires_grad_()
loss = F.mse_loss(model(weather), torch.zeros(6, 1))
influence = torch.autograd.grad(loss, weather)[0].abs().mean(dim=0)
print([round(value, 4) for value in influence.tolist()])
optimizer.zero_grad()
loss.backward()  # ! GL101
optimizer.step()
