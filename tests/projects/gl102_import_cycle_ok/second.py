import first


def measure(model, x):
    return model(x).pow(2).mean() * first.ROUNDS
