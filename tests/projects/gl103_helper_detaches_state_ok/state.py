def repackage(state):
    return tuple(item.detach() for item in state)
