"""The step of an optimizer that the program writes uses the gradients, which are reset before each backward."""

import torch
from torch import nn


class Signed(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["dual"] = p.data.clone()
                state["dual"].add_(p.grad.sign(), alpha=-group["lr"])
                p.copy_(state["dual"])


def fit(batches):
    net = nn.Linear(3, 1)
    optimizer = Signed(net.parameters())
    for batch in batches:
        loss = net(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


eval("fit")(torch.randn(3, 4, 3))
