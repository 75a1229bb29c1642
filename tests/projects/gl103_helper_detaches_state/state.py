def repackage(state):
    return tuple(item.clone() for item in state)
