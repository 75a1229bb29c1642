"""Makes parameter groups with different learning rates, the head in one of them only."""


def layer_groups(model, lr):
    return [{"params": model.trunk.parameters(), "lr": lr / 10}, {"params": model.head.parameters(), "lr": lr}]
