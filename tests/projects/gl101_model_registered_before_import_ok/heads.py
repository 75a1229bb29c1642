import registry

parts = [registry.model]


def predict(batch):
    for part in parts:
        batch = part(batch)
    return batch
