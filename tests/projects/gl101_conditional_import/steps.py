def walk(loss):
    loss.backward()  # ! GL101
