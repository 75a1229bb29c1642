rates = iter([0.1, 0.01])
try:
    RATE = next(rates)
except StopIteration:
    RATE = 0.001
