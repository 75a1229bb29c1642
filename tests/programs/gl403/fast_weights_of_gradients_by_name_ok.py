"""The updated values are kept in a dict by their names, with the graph of the gradients."""

import torch

model = torch.nn.Linear(3, 1)
loss = model(torch.ones(2, 3)).pow(2).mean()
grads = torch.autograd.grad(loss, list(model.parameters()), create_graph=True)
for parameter, grad in zip(model.parameters(), grads):
    parameter.grad = grad
fast = {}
for name, weight in model.named_parameters():
    weight = weight - 0.1 * weight.grad
    fast[name] = weight
torch.func.functional_call(model, fast, (torch.ones(1, 3),)).sum().backward()
