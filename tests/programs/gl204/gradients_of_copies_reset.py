"""The values of a plain state dict are detached: setting their `.grad` to None frees nothing."""

import torch


def task(model, batches):
    kept = model.state_dict()
    total = 0.0
    for batch in batches:
        loss = model(batch).pow(2).mean()
        loss.backward(create_graph=True)  # ! GL204
        total += float(loss)
        for parameter in kept.values():
            parameter.grad = None
    return total


model = torch.nn.Linear(3, 1)
print(task(model, torch.ones(3, 2, 3)))
