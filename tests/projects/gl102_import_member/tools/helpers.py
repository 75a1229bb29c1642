def walk(loss):
    loss.backward()  # ! GL102
