def walk(loss):
    loss.backward()
