"""Results remembered from one run to the next: as data that is checked when it is read, and never executed."""
