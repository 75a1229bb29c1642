"""Training that checks its settings; the total keeps every graph."""


def fit(net, optimizer, batches, epochs=1):
    if not isinstance(epochs, int) or epochs < 1:
        raise ValueError(f"{epochs} epochs")
    total = 0.0
    for _ in range(epochs):
        for x in batches:
            loss = net(x).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss  # ! GL202
    return total
