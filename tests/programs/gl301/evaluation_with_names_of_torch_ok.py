"""The evaluation runs under no_grad, which is imported by name."""

from torch import nn, no_grad, optim, randn


@no_grad()
def evaluate(model, x):
    model.eval()
    total = 0.0
    for batch in x:
        total += model(batch).sum().item()
    return total


net = nn.Linear(3, 1)
opt = optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    net.train()
    opt.zero_grad()
    net(randn(4, 3)).pow(2).mean().backward()
    opt.step()
    print(evaluate(net, randn(2, 4, 3)))
