"""The loss of energies and forces."""


def energy_and_forces(model, atoms, energy_target, force_target):
    energy = model(atoms)
    forces = model.forces(atoms, energy)
    return (energy - energy_target) ** 2 + (forces - force_target).pow(2).mean()
