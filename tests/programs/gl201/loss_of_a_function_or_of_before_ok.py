"""Without the option, each iteration backpropagates again through the penalty that the program computed before the loop."""

import torch


def train(compute_loss, penalty, weights, steps, fresh):
    optimizer = torch.optim.SGD([weights], lr=0.1)
    for number in range(steps):
        if fresh or number % 2:
            loss = compute_loss(8)
        else:
            loss = penalty
        loss.backward(retain_graph=True)
    optimizer.step()


weights = torch.ones(3, requires_grad=True)
eval("train")(lambda size: (torch.randn(size, 3) @ weights).exp().mean(), weights.exp().sum(), weights, 4, False)
