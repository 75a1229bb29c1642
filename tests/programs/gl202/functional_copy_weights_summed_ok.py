"""The weights of a functional copy depend on its steps, and so does their sum, which a backward uses."""

import sys
import types

import torch

higher = types.ModuleType("higher")
exec(
    """
import contextlib
import torch

class Copy(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.source = [model]
        self.fast = [dict(model.named_parameters())]
    def forward(self, *inputs):
        return torch.func.functional_call(self.source[0], self.fast[-1], inputs)
    def parameters(self, time=-1):
        return list(self.fast[time].values())

class Steps:
    def __init__(self, optimizer, copy):
        self.rate, self.copy = optimizer.param_groups[0]["lr"], copy
    def step(self, loss):
        before = self.copy.fast[-1]
        gradients = torch.autograd.grad(loss, list(before.values()), create_graph=True)
        self.copy.fast.append({name: p - self.rate * g for (name, p), g in zip(before.items(), gradients)})

@contextlib.contextmanager
def innerloop_ctx(model, optimizer):
    copy = Copy(model)
    yield copy, Steps(optimizer, copy)
""",
    higher.__dict__,
)
sys.modules["higher"] = higher
import higher

model = torch.nn.Sequential(torch.nn.Linear(3, 6), torch.nn.Tanh(), torch.nn.Linear(6, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
with higher.innerloop_ctx(model, optimizer) as (learner, inner):
    for _ in range(3):
        inner.step(learner(torch.randn(8, 3)).sum().pow(2))
    total = sum(weight.sum() for weight in learner.parameters())
    gradients = torch.autograd.grad(total, learner.parameters(time=0), retain_graph=True)
    total.backward()
    for weight, gradient in zip(model.parameters(), gradients):
        print(torch.allclose(weight.grad, gradient))
