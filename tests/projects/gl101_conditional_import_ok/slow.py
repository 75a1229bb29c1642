def measure(value):
    return (value * value).sum()
