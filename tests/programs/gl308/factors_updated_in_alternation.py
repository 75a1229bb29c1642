"""Users and items are updated in alternation, and the backward pass for the items computes gradients for the users, too."""

import torch


def normal(*shape):
    return (0.1 * torch.randn(*shape)).requires_grad_()


users, items, bias = normal(6, 4), normal(5, 4), normal(6)


def of_users(rows):
    return users[rows] * torch.sigmoid(bias[rows]).unsqueeze(1)


def of_items(rows):
    return torch.tanh(items[rows])


user_steps = torch.optim.Adam([users, bias], lr=0.01)
item_steps = torch.optim.Adam([items], lr=0.01)
ratings = torch.rand(4, 10)
for target in ratings:
    rows, columns = torch.randint(6, (10,)), torch.randint(5, (10,))
    left = of_users(rows)
    error = (left * of_items(columns)).sum(dim=1) - target
    error.pow(2).mean().backward()  # ! GL308
    item_steps.step()
    item_steps.zero_grad()
    user_steps.zero_grad()

    error = (of_users(rows) * of_items(columns).detach()).sum(dim=1) - target
    error.pow(2).mean().backward()
    user_steps.step()
    user_steps.zero_grad()
