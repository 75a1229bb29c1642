"""The loop over batches."""


def run_epoch(model, loader, objective, optimizer):
    """Train for an epoch."""
    for inputs, targets in loader:
        optimizer.zero_grad()
        loss = objective(model(inputs), targets)
        loss.backward()  # ! GL509
