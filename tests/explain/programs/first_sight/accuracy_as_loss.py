"""The accuracy is optimized in place of the loss."""
import torch
from vendorlib import make_model

model = make_model(4, 3)
opt = torch.optim.SGD(model.parameters(), lr=0.1)


def objective(logits, labels):
    predicted = logits.argmax(dim=1)  # <- detached
    return (predicted != labels).float().mean()


x, y = torch.randn(8, 4), torch.randint(0, 3, (8,))
loss = objective(model(x), y)
opt.zero_grad()
loss.backward()  # <- raised
opt.step()
