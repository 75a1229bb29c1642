"""The learner is trained by functional steps of its copy; the meta-loss of the tasks is stored after its backward."""

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
        self.fast = dict(model.named_parameters())
    def forward(self, *inputs):
        return torch.func.functional_call(self.source[0], self.fast, inputs)

class Steps:
    def __init__(self, optimizer, copy):
        self.rate, self.copy = optimizer.param_groups[0]["lr"], copy
    def step(self, loss):
        gradients = torch.autograd.grad(loss, list(self.copy.fast.values()), create_graph=True)
        self.copy.fast = {name: p - self.rate * g for (name, p), g in zip(self.copy.fast.items(), gradients)}

@contextlib.contextmanager
def innerloop_ctx(model, optimizer, copy_initial_weights=True):
    copy = Copy(model)
    yield copy, Steps(optimizer, copy)
""",
    higher.__dict__,
)
sys.modules["higher"] = higher
import higher

model = torch.nn.Sequential(torch.nn.Linear(3, 6), torch.nn.Tanh(), torch.nn.Linear(6, 1))
meta_optimizer = torch.optim.Adam(model.parameters())
inner_optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
history = []
for task in range(4):
    x, y = torch.randn(8, 3), torch.randn(8, 1)
    meta_optimizer.zero_grad()
    with higher.innerloop_ctx(model, inner_optimizer, copy_initial_weights=False) as (learner, inner):
        for _ in range(2):
            inner.step(torch.nn.functional.mse_loss(learner(x[:4]), y[:4]))
        meta_loss = torch.nn.functional.mse_loss(learner(x[4:]), y[4:])
        meta_loss.backward()
    history.append(meta_loss)  # ! GL203
    meta_optimizer.step()
print(len(history))
