"""A closure holds the loss whose graph one path of its maker has freed: after the call, that path is still told from the other."""

import torch

w = torch.ones(3, requires_grad=True)


def make_step(warm_up):
    loss = (w**2).sum()

    def step():
        loss.backward()  # ! GL101

    if warm_up:
        loss.backward()
    else:
        w.grad = torch.zeros(3)
    return step


warm_up = len(torch.__version__) > 2
step = make_step(warm_up)
print(warm_up)
step()
