"""The steps of an epoch."""


def fit(encoder, head, batches, criterion, optimizer):
    encoder.train()
    head.train()
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(head(encoder(inputs)), targets)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
