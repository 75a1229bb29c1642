def value_of(loss):
    return loss.item()
