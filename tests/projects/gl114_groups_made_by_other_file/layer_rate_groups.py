"""Makes parameter groups with different learning rates."""


def layer_groups(model, lr):
    return [{"params": model.parameters(), "lr": lr / 10}, {"params": model.head.parameters(), "lr": lr}]
