"""The backward passes of the two stages."""


def first_stage(output, target):
    (output - target).pow(2).mean().backward()


def second_stage(output, target):
    ((output - target).pow(2).mean() + output.std()).backward()
