"""Prints the sizes of parameters, which may be an iterator."""


def print_sizes(parameters):
    for name, parameter in enumerate(parameters):
        print(name, tuple(parameter.shape))
    print("end of the parameters")
