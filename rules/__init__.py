"""The rules, one module each. A new rule is a new module here and nothing else."""
